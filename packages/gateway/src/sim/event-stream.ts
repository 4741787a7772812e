/**
 * A message of the AWS event stream framing: https://smithy.io/2.0/aws/amazon-eventstream.html
 *
 * Two lengths and their checksum, the headers, the payload, and the checksum of everything before it.
 */
export function eventStreamMessage(headers: Readonly<Record<string, string>>, payload: Uint8Array): Uint8Array {
  const fields = Object.entries(headers).map(([name, value]) => headerBytes(name, value));
  const headersLength = fields.reduce((sum, { length }) => sum + length, 0);
  const message = new Uint8Array(PRELUDE + headersLength + payload.length + CHECKSUM);
  const view = new DataView(message.buffer);
  view.setUint32(0, message.length);
  view.setUint32(4, headersLength);
  view.setUint32(8, crc32(message.subarray(0, 8)));
  let at = PRELUDE;
  for (const bytes of [...fields, payload]) {
    message.set(bytes, at);
    at += bytes.length;
  }
  view.setUint32(at, crc32(message.subarray(0, at)));
  return message;
}

/** The bytes before the headers: the length of the message, the length of its headers, and the checksum of both. */
const PRELUDE = 12;
const CHECKSUM = 4;

/** The type of a header whose value is a text. */
const STRING_TYPE = 7;

function headerBytes(name: string, value: string): Uint8Array {
  const [nameBytes, valueBytes] = [encoder.encode(name), encoder.encode(value)];
  const bytes = new Uint8Array(1 + nameBytes.length + 3 + valueBytes.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, nameBytes.length);
  bytes.set(nameBytes, 1);
  view.setUint8(1 + nameBytes.length, STRING_TYPE);
  view.setUint16(2 + nameBytes.length, valueBytes.length);
  bytes.set(valueBytes, 4 + nameBytes.length);
  return bytes;
}

const encoder = new TextEncoder();

/** CRC-32 as in gzip: https://www.rfc-editor.org/rfc/rfc1952#section-8 */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE: readonly number[] = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
