import { GatewayError } from "../errors.ts";

/** How many times larger a body may become by decompression. */
const MAX_RATIO = 200;
/** Up to this size, any ratio is allowed. */
const HARMLESS = 1024 * 1024;

/** Whether a body is a decompression bomb. */
export function isBomb(bytes: number, compressed: number): boolean {
  return bytes > HARMLESS && bytes > compressed * MAX_RATIO;
}

export function tooCompressed(): GatewayError {
  const message = `the body becomes more than ${MAX_RATIO} times as large by decompression`;
  return new GatewayError("too-large", "request_too_large", message);
}

export function unknownEncoding(encoding: string, known: readonly string[]): GatewayError {
  const message = `the content-encoding ${JSON.stringify(encoding)} is not supported: use ${known.join(", ")}, or none`;
  return new GatewayError("invalid-request", "unsupported_encoding", message, { status: 415 });
}

export function notDecompressed(): GatewayError {
  return new GatewayError("invalid-request", "invalid_body", "the body cannot be decompressed");
}
