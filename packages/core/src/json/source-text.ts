import { isWellFormedText } from "./surrogates.ts";

/** The properties that hold texts: as keys of a map, values of one request would live too long. */
const TEXT: unique symbol = Symbol("text");
const SOURCE: unique symbol = Symbol("source");

/** The text of a body; `undefined` once it is forgotten. */
interface Source {
  text: string | undefined;
  /** Whether neither the text nor an escape in it has half of a character, and all of the body was read from it. */
  isWellFormed: boolean;
}

/** A value of a body, and where it is in the text. */
export interface SourcePart {
  readonly value: object;
  readonly start: number;
  readonly end: number;
}

/**
 * Remembers the texts that parts of a body were read from, where those are what would be written, and nobody changes the parts. The text
 * has no escapes of single code units.
 */
export function rememberSourceText(body: object, text: string, parts: readonly SourcePart[]): void {
  const source: Source = { text, isWellFormed: isWellFormedText(text) };
  Object.defineProperty(body, SOURCE, { value: source });
  for (const { value, start, end } of parts) Object.defineProperty(value, TEXT, { value: { source, start, end } });
}

/** The text that a value was read from, if it can be written again. */
export function sourceText(value: object): string | undefined {
  const part = (value as { readonly [TEXT]?: Omit<SourcePart, "value"> & { readonly source: Source } })[TEXT];
  return part?.source.text?.slice(part.start, part.end);
}

/**
 * Forgets the texts that parts of a body were read from, which are then written as those of other bodies are. A request that waits for
 * its response would keep the text of its body in memory.
 *
 * @example
 * const body = readCompact('{"model":"m"}') ?? {};
 * forgetSourceText(body);
 */
export function forgetSourceText(body: object): void {
  const source = sourceOf(body);
  if (source !== undefined) source.text = undefined;
}

/** Whether a body was read from a text that shows that it has no lone surrogates. */
export function isReadWellFormed(body: object): boolean {
  return sourceOf(body)?.isWellFormed === true;
}

/** A part of a body was replaced by one that was read from another text. */
export function notReadWhole(body: object): void {
  const source = sourceOf(body);
  if (source !== undefined) source.isWellFormed = false;
}

function sourceOf(body: object): Source | undefined {
  return (body as { readonly [SOURCE]?: Source })[SOURCE];
}
