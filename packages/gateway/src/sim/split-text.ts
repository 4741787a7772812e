/** Splits a text into the deltas of a stream, between code points. */
export function splitText(text: string, size = 12): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""));
  return pieces;
}
