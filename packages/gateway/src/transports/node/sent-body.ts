import type { Socket } from "node:net";
import { wrapWrite } from "./wrap-write.ts";

/**
 * A body that undici takes for bytes and that is sent as text: undici would copy the text, and keep the copy until the end of the
 * response, which may take minutes.
 */
interface TextBody extends Uint8Array {
  /** `null` after it was sent; absent in what really is bytes. */
  bodyText?: string | null;
}

/** What the bodies are views of. It is never read nor written, so that the operating system allocates no memory for it. */
let unread = new ArrayBuffer(64 * 1024);

export function textBody(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  if (length > unread.byteLength) unread = new ArrayBuffer(2 * length);
  const body: TextBody = new Uint8Array(unread, 0, length);
  body.bodyText = text;
  return body;
}

/** Makes a socket write the text of a text body in place of its bytes. */
export function writeTexts(socket: Socket): void {
  wrapWrite(socket, (write) => (chunk: string | TextBody, encoding) => {
    if (typeof chunk === "string" || chunk.bodyText === undefined) return write(chunk, encoding);
    const { bodyText: text, length } = chunk;
    // Without its body, the provider would wait for the rest of the request; undici ends a request whose write throws.
    if (text === null) throw new Error("the body of a request was written twice");
    chunk.bodyText = null;
    // ASCII is the same in Latin-1, which Node copies without a look at its characters.
    return write(text, length === text.length ? "latin1" : "utf8");
  });
}
