import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { clientClosedError, tooLargeError } from "../../errors.ts";
import { isBomb, notDecompressed, tooCompressed, unknownEncoding } from "../body-limits.ts";

/** Reads and decompresses a request's body; throws if it is larger than `maxBytes`. */
export function readBody(request: IncomingMessage, maxBytes: number, beforeRead: () => void): Promise<Uint8Array> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > maxBytes) return Promise.reject(tooLargeError(maxBytes));
  // The client may have closed the connection during the authorization.
  if (request.destroyed) return Promise.reject(clientClosedError());
  const decoder = decoderFor(request.headers["content-encoding"]);
  if (decoder === undefined) return Promise.reject(unknownEncoding(request.headers["content-encoding"] ?? "", KNOWN));
  beforeRead();
  const source = decoder === PLAIN ? request : request.pipe(decoder());
  return collect(request, source, maxBytes);
}

const KNOWN = ["gzip", "deflate", "br"];
const PLAIN = Symbol("plain");

function decoderFor(encoding = "identity"): (() => Transform) | typeof PLAIN | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "identity":
    case "":
      return PLAIN;
    case "gzip":
    case "x-gzip":
      return createGunzip;
    case "deflate":
      return createInflate;
    case "br":
      return createBrotliDecompress;
    default:
      return undefined;
  }
}

function collect(request: IncomingMessage, source: IncomingMessage | Transform, maxBytes: number): Promise<Uint8Array> {
  let chunks: Buffer[] = [];
  let length = 0;
  let compressed = 0;
  // The request outlives its body by as long as the response takes, and its listeners must not hold the body.
  let promised: Promised | undefined;
  const body = new Promise<Uint8Array>((resolve, reject) => {
    promised = { resolve, reject };
  });
  const fail = (error: Error) => {
    source.removeListener("data", take);
    chunks = [];
    // The rest is discarded, so that the client can read the reply, and not decompressed.
    request.unpipe();
    request.resume();
    if (source !== request) source.destroy();
    promised?.reject(error);
    promised = undefined;
  };
  const take = (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) fail(tooLargeError(maxBytes));
    else if (source !== request && isBomb(length, compressed)) fail(tooCompressed());
    else chunks.push(chunk);
  };
  if (source !== request) request.on("data", (chunk: Buffer) => (compressed += chunk.length));
  source.on("data", take);
  source.on("end", () => {
    promised?.resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    promised = undefined;
    chunks = [];
  });
  source.on("error", () => fail(source === request ? clientClosedError() : notDecompressed()));
  request.on("close", () => {
    if (!request.readableEnded) fail(clientClosedError());
  });
  return body;
}

interface Promised {
  resolve(body: Uint8Array): void;
  reject(error: Error): void;
}
