/**
 * Text from outside, safe to show: what would move the cursor, change colours, hide or reorder the rest of the line
 * stands there as an escape that can be read.
 */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, escapeOf);
}

/** The same for a text of several lines, whose line ends and tabs stay. */
export function escapeInvisibleLines(text: string): string {
  return text.replace(INVISIBLE, (char) => (char === "\n" || char === "\t" ? char : escapeOf(char)));
}

/** JSON text that means the same and holds nothing invisible but its own line ends. */
export function escapeInvisibleJson(json: string): string {
  return json.replace(INVISIBLE, (char) => (char === "\n" ? char : unicodeEscape(char)));
}

// Controls (C0, DEL, C1), formats (bidi, zero width, soft hyphen, tags), line and paragraph separators, lone surrogates.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(char: string): string {
  return SHORT[char] ?? unicodeEscape(char);
}

// By UTF-16 units, as JSON spells them.
function unicodeEscape(char: string): string {
  return Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
