/** A text in the pieces that a stream brings it in; no character is cut in two. */
export function pieces(text: string, size = 12): string[] {
  const characters = [...text];
  const all: string[] = [];
  for (let at = 0; at < characters.length; at += size) all.push(characters.slice(at, at + size).join(""));
  return all;
}
