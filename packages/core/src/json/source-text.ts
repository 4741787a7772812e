/** The property that holds the text of a value: as keys of a map, values of one request would live too long. */
const TEXT: unique symbol = Symbol("text");

/** Remembers the text that a value was read from, where that is the one that would be written, and nobody changes the value. */
export function rememberSourceText(value: object, text: string): void {
  Object.defineProperty(value, TEXT, { value: text });
}

/** The text that a value was read from, if it can be written again. */
export function sourceText(value: object): string | undefined {
  return (value as { readonly [TEXT]?: string })[TEXT];
}
