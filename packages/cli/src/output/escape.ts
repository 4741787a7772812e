/**
 * Escapes what would move the cursor, change colors, hide or reorder the rest of the line, so that untrusted text is
 * safe to print.
 */
export function escapeInvisible(text: string): string {
  return PRINTABLE.test(text) ? text : text.replace(INVISIBLE, escapeOf);
}

/** The same for text with several lines: line breaks and tabs are kept. */
export function escapeInvisibleLines(text: string): string {
  return text.replace(INVISIBLE, (char) => (char === "\n" || char === "\t" ? char : escapeOf(char)));
}

/** The same for JSON text, which keeps its meaning and its line breaks. */
export function escapeInvisibleJson(json: string): string {
  return json.replace(INVISIBLE, (char) => (char === "\n" ? char : unicodeEscape(char)));
}

// Controls (C0, DEL, C1), format characters (bidi, zero width, soft hyphen, tags), line and paragraph separators, lone
// surrogates.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** What most texts are, and quick to tell. */
const PRINTABLE = /^[\x20-\x7e→]*$/;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(char: string): string {
  return SHORT[char] ?? unicodeEscape(char);
}

// By UTF-16 code units, as in JSON.
function unicodeEscape(char: string): string {
  return Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
