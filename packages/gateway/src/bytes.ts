/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder();

/** A text in UTF-8. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

const encoder = new TextEncoder();

/** The most bytes that a character of a text (a UTF-16 code unit) takes in UTF-8. */
export const MAX_BYTES_PER_CHARACTER = 3;

/** The text of a body that may be encoded. */
export function bodyText(body: string | Uint8Array): string {
  return typeof body === "string" ? body : decodeText(body);
}

/** Joins chunks; a single chunk is returned as it is. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
