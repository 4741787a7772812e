/**
 * The CRC-32 of bytes, as zip and Ethernet have it.
 *
 * @example
 * crc32(new Uint8Array([0x31, 0x32, 0x33])); // 0x884863d2
 */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (let index = 0; index < bytes.length; index++)
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[index] as number)) & 0xff] as number);
  return ~crc >>> 0;
}

const POLYNOMIAL = 0xedb88320;

const TABLE: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});
