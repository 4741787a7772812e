// Secrets by the name of their field: `{"api_key": "…"}`, also in JSON within a string of JSON, where the quotes are
// escaped once or several times.

/** A field of JSON, perhaps of JSON within a text of JSON, whose name tells that its value is a secret. */
export interface SecretField {
  /** The bytes of the value to replace; absent if the value is no text and no number, as in a schema. */
  readonly span?: { readonly start: number; readonly end: number; readonly quotes: string };
  /** Where the value is an object, as in a schema: its start, and the backslashes before each of its quotes. */
  readonly object?: { readonly start: number; readonly escapes: number };
  /** The text around it ends before the value does, as in a stream that sends JSON in parts. */
  readonly isCut?: boolean;
}

const KEYS = ["api", "private", "access", "secret"].flatMap((kind) =>
  ["", "_", "-"].map((sign) => `${kind}${sign}key`),
);

/** The ends of names of secret fields, in lower case, with the quote that follows the name, which may be escaped. */
export const NAME_ENDS: readonly string[] = [
  ...["password", "passwd", "passphrase", "secret", "token", "authorization", "credential", "credentials", ...KEYS],
].flatMap((end) => [`${end}"`, `${end}\\`]);

const SECRET_NAME =
  /(?:^|[._-])(?:password|passwd|passphrase|secret|(?:api|private|access|secret)[_-]?key|token|authorization|credentials?)$/i;

/** The field whose name ends as above, from `start` to `end`. */
export function secretFieldAt(bytes: Uint8Array, start: number, end: number): SecretField | undefined {
  const nameStart = back(bytes, start);
  const nameEnd = skip(bytes.subarray(0, end + MAX_NAME), start, isNameByte);
  const escapes = skip(bytes, nameEnd, isBackslash) - nameEnd;
  if (bytes[nameStart - 1] !== QUOTE || bytes[nameEnd + escapes] !== QUOTE) return undefined;
  if (!SECRET_NAME.test(words(text(bytes, nameStart, nameEnd)))) return undefined;
  const colon = skip(bytes, nameEnd + escapes + 1, isSpace);
  if (bytes[colon] !== COLON) return undefined;
  return valueAt(bytes, skip(bytes, colon + 1, isSpace), escapes);
}

function valueAt(bytes: Uint8Array, start: number, escapes: number): SecretField {
  if (isDigit(bytes[start] ?? 0)) {
    const quote = `${"\\".repeat(escapes)}"`;
    return { span: { start, end: skip(bytes, start, isNumberByte), quotes: quote } };
  }
  if (bytes[start] === OPEN_BRACE) return { object: { start, escapes } };
  const opening = skip(bytes, start, isBackslash);
  if (bytes[opening] !== QUOTE || opening - start !== escapes) return {};
  return stringFrom(bytes, opening + 1, escapes);
}

/**
 * A text at the depth d of JSON within JSON ends at a quote with 2^d - 1 backslashes of its own: 0, 1, 3, 7. Each backslash of the text
 * before it takes a multiple of 2^(d + 1). So the depth of a quote is the number of ones at the end of the binary number of backslashes
 * before it. A quote of a smaller depth ends a text around this one; one of a greater depth belongs to the value.
 */
function stringFrom(bytes: Uint8Array, start: number, escapes: number): SecretField {
  let backslashes = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const own = onesAtEnd(backslashes);
      if (own <= escapes) return textUntil(bytes, start, { quote: at, own, escapes });
    }
    backslashes = byte === BACKSLASH ? backslashes + 1 : 0;
  }
  return { span: { start, end: bytes.length, quotes: "" }, isCut: true };
}

interface TextEnd {
  readonly quote: number;
  /** The backslashes of the quote itself. */
  readonly own: number;
  readonly escapes: number;
}

function textUntil(bytes: Uint8Array, start: number, { quote, own, escapes }: TextEnd): SecretField {
  const isCut = own < escapes;
  const end = quote - own;
  if (end <= start || (!isCut && isLogProbability(bytes, quote + 1))) return { isCut };
  return { span: { start, end, quotes: "" }, isCut };
}

/** 0b0111 → 0b0111, 0b0110 → 0. */
function onesAtEnd(number: number): number {
  return number & ~(number + 1);
}

// In log probabilities, `token` is a piece of the model's text: https://platform.openai.com/docs/api-reference/chat/object
function isLogProbability(bytes: Uint8Array, at: number): boolean {
  return /^\s*,\s*\\*"(?:logprob|bytes)\b/.test(text(bytes, at, at + 24));
}

/** `accessToken` → `access_Token`. */
function words(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
}

function back(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at > 0 && from - at < MAX_NAME && isNameByte(bytes[at - 1] ?? 0)) at--;
  return at;
}

function skip(bytes: Uint8Array, from: number, is: (byte: number) => boolean): number {
  let at = from;
  while (at < bytes.length && is(bytes[at] ?? 0)) at++;
  return at;
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

const MAX_NAME = 64;
const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

function isBackslash(byte: number): boolean {
  return byte === BACKSLASH;
}

// Line ends within JSON in a text are `\n`, which is no space here: such a value is left to the thorough search.
function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isNumberByte(byte: number): boolean {
  return isDigit(byte) || byte === 0x2e;
}

/** Letters, digits, `_`, `-` and `.`. */
function isNameByte(byte: number): boolean {
  const letter = byte | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || isDigit(byte) || byte === 0x5f || byte === 0x2d || byte === 0x2e;
}
