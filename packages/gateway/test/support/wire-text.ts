import { EventStreamCodec } from "@smithy/eventstream-codec";

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => new TextEncoder().encode(text),
);

/** A response's body as text; each message of a binary event stream is a line, such as `{"messageStop":{…}}`. */
export async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return wireText(bytes, response.headers.get("content-type") ?? "");
}

/** The same for bytes. Throws if they are not messages from the first to the last, each with its checksums. */
export function wireText(bytes: Uint8Array, contentType: string): string {
  if (!contentType.includes("vnd.amazon.eventstream")) return Buffer.from(bytes).toString();
  return messagesIn(bytes).map(lineOf).join("");
}

/** Cuts an event stream by the lengths of its messages. */
export function messagesIn(bytes: Uint8Array): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0);
    messages.push(bytes.subarray(at, at + length));
    at += length;
  }
  return messages;
}

function lineOf(message: Uint8Array): string {
  const { headers, body } = codec.decode(message);
  const header = (name: string) => String(headers[name]?.value ?? "");
  const payload = Buffer.from(body)
    .toString()
    .replace(/[\r\n]+/g, " ");
  if (header(":message-type") === "error")
    return `${JSON.stringify({ error: { code: header(":error-code"), message: header(":error-message") } })}\n`;
  const name = header(":event-type") || header(":exception-type");
  return `{${JSON.stringify(name)}:${payload || "{}"}}\n`;
}
