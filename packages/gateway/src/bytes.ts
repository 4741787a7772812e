/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder();

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
