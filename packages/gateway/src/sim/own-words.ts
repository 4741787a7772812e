/** The last words of a person, of the texts of all user messages. */
export function lastWords(texts: readonly string[]): string {
  return texts.map(ownWords).findLast((text) => text !== "") ?? texts.findLast((text) => text !== "") ?? "";
}

/**
 * What a person has said in a message, without the context that an agent puts before or after it: `<system-reminder>` (Claude Code,
 * OpenCode), `<session_context>` (Gemini CLI), `<environment_context>` (Codex).
 */
function ownWords(text: string): string {
  let own = text.trim();
  for (let rest = withoutElement(own); rest !== undefined; rest = withoutElement(own)) own = rest;
  return own === text.trim() ? text : own;
}

/** The text without the element that it begins or ends with; `undefined` if there is none. */
function withoutElement(text: string): string | undefined {
  const [, first] = OPENING.exec(text) ?? [];
  const end = first === undefined ? -1 : text.indexOf(`</${first}>`);
  if (end >= 0) return text.slice(text.indexOf(">", end) + 1).trimStart();
  const [, last] = CLOSING.exec(text.slice(-MAX_NAME)) ?? [];
  const start = last === undefined ? -1 : text.lastIndexOf(`<${last}>`);
  return start < 0 ? undefined : text.slice(0, start).trimEnd();
}

// The names of these elements have several words, which those of HTML have not; `<system>` holds the system messages of a conversation for
// providers that take none.
const OPENING = /^<(system|[a-z]+(?:[-_][a-z]+)+)>/;
const CLOSING = /<\/(system|[a-z]+(?:[-_][a-z]+)+)>$/;

/** In characters. */
const MAX_NAME = 60;
