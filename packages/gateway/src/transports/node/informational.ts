import type { Socket } from "node:net";
import { wrapWrite } from "./wrap-write.ts";

/**
 * Skips the informational responses (1xx) before a response, as every client must:
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.2. undici closes the connection at a `100 Continue` that it did not ask
 * for (lib/dispatcher/client-h1.js), but some proxies before a provider send it.
 */
export function skipInformational(socket: Socket): void {
  const filter = new InformationalFilter();
  const { read } = socket;
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read.call(socket, size);
    return chunk === null ? null : filter.filter(chunk);
  };
  // undici writes the head of a request as a string, and the body as bytes.
  wrapWrite(socket, (write) => (chunk, encoding) => {
    if (typeof chunk === "string") filter.expectHead();
    return write(chunk, encoding);
  });
}

/** Removes the informational responses at the beginning of a response. */
class InformationalFilter {
  private expectsHead = true;
  private held: Buffer = EMPTY;

  expectHead(): void {
    this.expectsHead = true;
  }

  /** The rest of a chunk; `null` as long as it may be part of an informational response. */
  filter(chunk: Buffer): Buffer | null {
    if (!this.expectsHead) return chunk;
    let rest = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = EMPTY;
    while (isInformational(rest)) {
      const end = rest.indexOf(HEAD_END);
      if (end < 0) return this.hold(rest);
      rest = rest.subarray(end + HEAD_END.length);
    }
    if (mayBecomeInformational(rest)) return this.hold(rest);
    this.expectsHead = false;
    return rest;
  }

  private hold(rest: Buffer): Buffer | null {
    if (rest.length > MAX_HEAD) return rest;
    this.held = rest;
    return null;
  }
}

const EMPTY = Buffer.alloc(0);
const HEAD_END = "\r\n\r\n";
const MAX_HEAD = 16 * 1024;

// `101 Switching Protocols` is excluded: no request asks for it.
function isInformational(bytes: Buffer): boolean {
  if (bytes[STATUS] !== ONE) return false;
  return /^HTTP\/1\.[01] 1(?!01)\d\d/.test(bytes.toString("latin1", 0, STATUS_LINE));
}

function mayBecomeInformational(bytes: Buffer): boolean {
  if (bytes.length >= STATUS_LINE) return false;
  const begun = bytes.toString("latin1", 0, STATUS_LINE);
  return "HTTP/1.1 1xx".startsWith(begun.replace(/^(HTTP\/1\.)0/, "$11").replace(/(?<= 1)\d/, "x"));
}

/** Where the status begins, and the digit that those of informational responses begin with. */
const STATUS = "HTTP/1.1 ".length;
const ONE = "1".charCodeAt(0);
const STATUS_LINE = "HTTP/1.1 100".length;
