import { sourcesIn } from "../support/source.ts";

/** Every text in the code of the core: what a codec treats in a way of its own is one of them, or begins or ends with one. */
export function knownTexts(): readonly string[] {
  const texts = new Set(sourcesIn("packages/core/src").flatMap(({ text }) => [...textsIn(text)]));
  return [...texts].filter((text) => text.length > 0 && text.length < LONGEST);
}

/** Longer ones are descriptions and messages. */
const LONGEST = 200;

const IMPORT = /\bfrom "[^"]*";$/gm;
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const PLACEHOLDER = /\$\{[^}]*\}/;

function* textsIn(source: string): Generator<string> {
  for (const [literal] of source.replace(IMPORT, "").matchAll(LITERAL)) {
    const content = literal.slice(1, -1);
    yield* (literal.startsWith("`") ? content.split(PLACEHOLDER) : [content]).map(unescaped);
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|.)/gi, (_, escaped: string) =>
    escaped.length > 1 ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16)) : (ESCAPES[escaped] ?? escaped),
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", 0: "\0" };
