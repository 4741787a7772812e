import type { Socket } from "node:net";

type Chunks = Parameters<NonNullable<Socket["_writev"]>>[0];

/**
 * Sends texts that are written together as one. Node would copy each of them into memory of its own before it sends them, which takes
 * longer than to join the head and the body of a message.
 */
export function joinWrites(socket: Socket): void {
  const { _writev: writev } = socket;
  socket._writev = (chunks, callback) => {
    const encoding = encodingOf(chunks);
    if (encoding === undefined) writev?.call(socket, chunks, callback);
    else socket._write(textOf(chunks), encoding, callback);
  };
}

function textOf(chunks: Chunks): string {
  let text = "";
  for (const { chunk } of chunks) text += chunk;
  return text;
}

/** The encoding of all chunks, if they are texts of the same. Node ends a message with an empty chunk. */
function encodingOf(chunks: Chunks): BufferEncoding | undefined {
  let common: BufferEncoding | undefined;
  for (const { chunk, encoding } of chunks) {
    if (typeof chunk !== "string") return undefined;
    if (chunk === "") continue;
    if (common !== undefined && encoding !== common) return undefined;
    common = encoding;
  }
  return common;
}
