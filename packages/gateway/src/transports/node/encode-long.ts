import { MAX_BYTES_PER_CHARACTER } from "../../bytes.ts";

/** Shorter texts take less time as they are. */
const LONG = 2048;

/** The texts of one read of a provider's stream fit in it, in the most bytes that they may take. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * The bytes of a long text, which is returned as it is if it is short. `node:http` counts the bytes of a text before it encodes
 * it; to encode it at once, into a buffer that is large enough for any text of its length, takes half the time.
 */
export function encodeLong(text: string): string | Uint8Array {
  if (text.length < LONG || text.length * MAX_BYTES_PER_CHARACTER > scratch.length) return text;
  const length = scratch.write(text);
  return Buffer.from(scratch.subarray(0, length));
}
