import type { Socket } from "node:net";
import type { buildConnector } from "undici";

/**
 * Skips the informational responses (1xx) that may come before a response, as every client must be able to:
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.2. undici breaks the connection at a `100 Continue` that it has not
 * asked for (lib/dispatcher/client-h1.js), which proxies before a provider send all the same.
 */
export function skippingInformational(callback: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error === null && socket !== null) filterReads(socket as Socket);
    // The two are either one or the other, which a rest of arguments forgets.
    (callback as (error: Error | null, socket: Socket | null) => void)(error, socket as Socket | null);
  };
}

function filterReads(socket: Socket): void {
  const filter = new InformationalFilter();
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    return chunk === null ? null : filter.take(chunk);
  };
  // undici writes the head of a request as text, and bodies as bytes.
  socket.write = (...args: unknown[]) => {
    if (typeof args[0] === "string") filter.expectHead();
    return write(...args);
  };
}

/** What comes after a request was sent, less the informational responses at its beginning. */
class InformationalFilter {
  private expectsHead = true;
  private held: Buffer = EMPTY;

  expectHead(): void {
    this.expectsHead = true;
  }

  /** What is left of a chunk, or nothing as long as it is not known. */
  take(chunk: Buffer): Buffer | null {
    if (!this.expectsHead) return chunk;
    let rest = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = EMPTY;
    while (isInformational(rest)) {
      const end = rest.indexOf(HEAD_END);
      if (end < 0) return this.hold(rest);
      rest = rest.subarray(end + HEAD_END.length);
    }
    if (mayBecome(rest)) return this.hold(rest);
    this.expectsHead = false;
    return rest;
  }

  private hold(rest: Buffer): Buffer | null {
    if (rest.length > LONGEST_HEAD) return rest;
    this.held = rest;
    return null;
  }
}

const EMPTY = Buffer.alloc(0);
const HEAD_END = "\r\n\r\n";
const LONGEST_HEAD = 16 * 1024;

// A switch of protocols is no mere information: nobody has asked for one.
function isInformational(bytes: Buffer): boolean {
  return /^HTTP\/1\.[01] 1(?!01)\d\d/.test(bytes.toString("latin1", 0, STATUS_LINE));
}

function mayBecome(bytes: Buffer): boolean {
  const begun = bytes.toString("latin1", 0, STATUS_LINE);
  return (
    begun.length < STATUS_LINE &&
    "HTTP/1.1 1xx".startsWith(begun.replace(/^(HTTP\/1\.)0/, "$11").replace(/(?<= 1)\d/, "x"))
  );
}

const STATUS_LINE = "HTTP/1.1 100".length;
