/** A text in which every escape of JSON is replaced by what it means, at any depth of JSON within JSON. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\+u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
