/**
 * What a person has said in a message, without the context that an agent puts before or after it: `<system-reminder>` (Claude Code,
 * OpenCode), `<session_context>` (Gemini CLI), `<environment_context>` (Codex). All of the message, if there is nothing else.
 */
export function ownWords(text: string): string {
  let own = text.trim();
  for (let rest = withoutElement(own); rest !== undefined; rest = withoutElement(own)) own = rest;
  return own === "" ? text : own;
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

// The names of these elements have several words, which those of HTML have not.
const OPENING = /^<([a-z]+(?:[-_][a-z]+)+)>/;
const CLOSING = /<\/([a-z]+(?:[-_][a-z]+)+)>$/;

/** In characters. */
const MAX_NAME = 60;
