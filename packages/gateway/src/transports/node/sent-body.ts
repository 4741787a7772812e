import type { Socket } from "node:net";
import { encodeLong } from "./encode-long.ts";
import { wrapWrite } from "./wrap-write.ts";

/**
 * A body that undici takes for bytes and that is sent as text: undici would copy the text, and keep the copy until the end of the
 * response, which may take minutes.
 */
interface TextBody extends Uint8Array {
  /** The text, or its bytes; `null` after it was sent, and absent in what really is bytes. */
  bodyText?: string | Uint8Array | null;
}

/** What the bodies are views of. It is never read nor written, so that the operating system allocates no memory for it. */
let unread = new ArrayBuffer(64 * 1024);

/** Whether the last text was ASCII, as the next one then most likely is: to count its bytes and to send it takes no time. */
let expectsAscii = true;

export function textBody(text: string): Uint8Array {
  const sent = expectsAscii ? text : encodeLong(text);
  const length = typeof sent === "string" ? Buffer.byteLength(sent) : sent.length;
  expectsAscii = length === text.length;
  if (length > unread.byteLength) unread = new ArrayBuffer(2 * length);
  const body: TextBody = new Uint8Array(unread, 0, length);
  body.bodyText = sent;
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
    if (typeof text !== "string") return write(text);
    // ASCII is the same in Latin-1, which Node copies without a look at its characters.
    return write(text, length === text.length ? "latin1" : "utf8");
  });
}
