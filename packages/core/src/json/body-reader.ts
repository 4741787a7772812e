import type { Json, JsonObject } from "../model/json.ts";
import { asConstant } from "./constant.ts";
import { JsonError } from "./error.ts";
import { MAX_DEPTH } from "./limits.ts";
import { parseJson } from "./parse.ts";
import { stringifyJson } from "./stringify.ts";
import { isArray, isObject } from "./value.ts";

/** The member that an agent repeats with every turn. */
const KEY = "tools";

/** How many different lists are remembered, and how long the texts are that they are looked for in. */
const REMEMBERED = 16;
const SHORTEST = 1024;
const LONGEST = 1024 * 1024;

/** Where such a member begins, unless it is a word in a text. */
const LIST = /(?<!\\)"tools"\s*:\s*\[/g;
const NAMESAKES = 8;

const QUOTE = 34;
const BACKSLASH = 92;

/** Half a character, as JSON is written: whoever remembers a list need not look for one again. */
const HALF = /\\ud[89a-f]/;

/**
 * Reads the bodies of requests, exactly as `parseJson` does. An agent sends the same tools with every turn: where their
 * text is one that was read before, they are not parsed again, but are the very same value, which nobody can change.
 *
 * @example
 * new BodyReader().read('{"model":"m","tools":[]}'); // { model: "m", tools: [] }
 */
export class BodyReader {
  private seen: readonly Seen[] = [];
  /** Stands in the text for the list that is taken out of it; nobody who writes such a text can know it. */
  private readonly mark = `${Math.random()} ${Math.random()}`;

  read(text: string): Json {
    const starts = text.length < SHORTEST || text.length > LONGEST ? [] : startsOf(text);
    for (const start of starts) {
      const known = this.seen.find(({ raw }) => text.startsWith(raw, start));
      const body = known && this.readAround(text, start, known);
      if (body !== undefined) return body;
    }
    const body = parseJson(text);
    for (const start of starts) this.see(listAt(text, start));
    return body;
  }

  // What is taken out must be what the key means in the end: not a list deeper down, nor one that a later key replaces.
  private readAround(text: string, start: number, known: Seen): JsonObject | undefined {
    const { raw } = known;
    const body = parsed(`${text.slice(0, start)}"${this.mark}"${text.slice(start + raw.length)}`, MAX_DEPTH);
    const repeated = isObject(body) && body[KEY] === this.mark ? constant(known) : undefined;
    this.see(repeated, known);
    return repeated && Object.assign(body as JsonObject, { [KEY]: repeated.list });
  }

  // The latest come first, because they are the likeliest to come again.
  private see(list: Seen | undefined, instead: Seen | undefined = list): void {
    if (list === this.seen[0]) return;
    const others = this.seen.filter((other) => other !== instead);
    this.seen = list === undefined ? others : [list, ...others].slice(0, REMEMBERED);
  }
}

/** A list that has come: its text, and its value once it has come twice. */
interface Seen {
  readonly raw: string;
  readonly list?: readonly Json[];
}

function constant(seen: Seen): Required<Seen> | undefined {
  const { raw, list = parsed(raw, MAX_DEPTH - 1) } = seen;
  if (seen.list !== undefined) return seen as Required<Seen>;
  const text = isArray(list) ? stringifyJson(list) : "";
  if (!isArray(list) || HALF.test(text)) return undefined;
  return { raw: detached(raw), list: asConstant(list, text) };
}

// A slice would keep all of the body that it was cut from.
function detached(slice: string): string {
  return JSON.parse(JSON.stringify(slice));
}

// A wrong guess is no error: whoever reads the text as a whole finds what is wrong with it, and where.
function parsed(text: string, maxDepth: number): Json | undefined {
  try {
    return parseJson(text, { maxDepth });
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

// The member may have namesakes in what the conversation quotes and in the tools themselves.
function startsOf(text: string): number[] {
  const starts: number[] = [];
  LIST.lastIndex = 0;
  while (starts.length < NAMESAKES && LIST.test(text)) starts.push(LIST.lastIndex - 1);
  return starts;
}

function listAt(text: string, start: number): Seen | undefined {
  const raw = text.slice(start, endOfList(text, start));
  return raw.length < SHORTEST ? undefined : { raw };
}

// After the bracket that closes the one at the start, or the end of the text.
function endOfList(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 91 || code === 123) depth++;
    else if ((code === 93 || code === 125) && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}
