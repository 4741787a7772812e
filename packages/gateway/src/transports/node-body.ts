import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { GatewayError } from "../errors.ts";

/** How many times larger a compressed body may become. */
const MOST_RATIO = 200;

/** Reads a request's body to its end, taken out of its compression, and stops at the limit. */
export function readBody(request: IncomingMessage, maxBytes: number, before: () => void): Promise<Uint8Array> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > maxBytes) return Promise.reject(tooLarge(maxBytes));
  const decoder = decoderFor(request.headers["content-encoding"]);
  if (decoder === undefined) return Promise.reject(unknownEncoding(request.headers["content-encoding"] ?? ""));
  before();
  const source = decoder === PLAIN ? request : request.pipe(decoder());
  return collect(request, source as IncomingMessage, maxBytes);
}

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

function collect(request: IncomingMessage, source: NodeJS.ReadableStream, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  let compressed = 0;
  if (source !== request) request.on("data", (chunk: Buffer) => (compressed += chunk.length));
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      source.removeListener("data", take);
      // What is still to come is thrown away, so that the answer can be read.
      request.unpipe();
      request.resume();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      const isBomb = source !== request && length > 1024 * 1024 && length > compressed * MOST_RATIO;
      if (length > maxBytes || isBomb) fail(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    source.on("data", take);
    source.once("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    source.once("error", () =>
      fail(new GatewayError("invalid-request", "invalid_body", "the body cannot be decompressed")),
    );
    request.once("close", () => {
      if (!request.complete) fail(new GatewayError("invalid-request", "client_closed", "the client went away"));
    });
  });
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError("too-large", "request_too_large", `the body is larger than ${maxBytes} bytes`);
}

function unknownEncoding(encoding: string): GatewayError {
  const message = `the content-encoding ${JSON.stringify(encoding)} is not understood: use gzip, deflate, br, or none`;
  return new GatewayError("invalid-request", "unsupported_encoding", message, { status: 415 });
}
