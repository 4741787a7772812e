import { GatewayError } from "../errors.ts";

/** How many times larger a compressed body may become. */
const MOST_RATIO = 200;
/** What is smaller than this does no harm, however well it was compressed. */
const HARMLESS = 1024 * 1024;

/** Whether so many bytes are no honest content of so few compressed ones. */
export function isBomb(bytes: number, compressed: number): boolean {
  return bytes > HARMLESS && bytes > compressed * MOST_RATIO;
}

export function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError("too-large", "request_too_large", `the body is larger than ${maxBytes} bytes`);
}

export function unknownEncoding(encoding: string, known: readonly string[]): GatewayError {
  const message = `the content-encoding ${JSON.stringify(encoding)} is not understood: use ${known.join(", ")}, or none`;
  return new GatewayError("invalid-request", "unsupported_encoding", message, { status: 415 });
}

export function notDecompressed(): GatewayError {
  return new GatewayError("invalid-request", "invalid_body", "the body cannot be decompressed");
}
