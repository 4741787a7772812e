import type { Socket } from "node:net";

/** How undici writes. */
type Write = (chunk: string | Uint8Array, encoding?: BufferEncoding) => boolean;

/** Replaces how a socket of undici is written to. */
export function wrapWrite(socket: Socket, wrap: (write: Write) => Write): void {
  const write = socket.write as Write;
  socket.write = wrap((chunk, encoding) => write.call(socket, chunk, encoding)) as Socket["write"];
}
