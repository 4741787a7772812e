// Base64 without `Buffer` and `btoa`: the core uses what ECMAScript has, and nothing of Node or the browser.

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * A text as Base64 of its UTF-8 bytes.
 *
 * @example
 * toBase64("é"); // "w6k="
 */
export function toBase64(text: string): string {
  return bytesToBase64(bytesOf(text));
}

/**
 * Bytes as Base64.
 *
 * @example
 * bytesToBase64(new Uint8Array([0xc3, 0xa9])); // "w6k="
 */
export function bytesToBase64(bytes: Uint8Array | readonly number[]): string {
  let out = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b, c] = bytes.slice(index, index + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    out += sextet(bits >> 18) + sextet(bits >> 12);
    out += (b === undefined ? "=" : sextet(bits >> 6)) + (c === undefined ? "=" : sextet(bits));
  }
  return out;
}

/** Decodes Base64 to text; `undefined` if it is not UTF-8 text. */
export function fromBase64(base64: string): string | undefined {
  const bytes = base64ToBytes(base64);
  return bytes && decoded(bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
}

/**
 * The Base64 of several pieces' bytes, one after the other; pieces that are not Base64 are joined as they are.
 *
 * @example
 * joinBase64(["AA==", "AQI="]); // "AAEC"
 */
export function joinBase64(pieces: readonly string[]): string {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const decodedPieces = pieces.map(base64ToBytes);
  return decodedPieces.every((bytes) => bytes !== undefined) ? bytesToBase64(decodedPieces.flat()) : pieces.join("");
}

function base64ToBytes(base64: string): number[] | undefined {
  let bits = 0;
  let count = 0;
  const bytes: number[] = [];
  for (const letter of base64.replace(/=+$/, "")) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return bytes;
}

function sextet(bits: number): string {
  return ALPHABET[bits & 63] ?? "";
}

function bytesOf(text: string): number[] {
  const escaped = encodeURIComponent(text.replace(LONE_SURROGATE, "\ufffd")).replace(/%([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Array.from(escaped, (letter) => letter.charCodeAt(0));
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

function decoded(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    // Not UTF-8, so that it was not made from text.
    return undefined;
  }
}
