import { isObject, type Json, LosslessNumber, parseJson } from "@toolglot/core";
import fc from "fast-check";
import { type Spelling, spell } from "./spelled-json.ts";

/** A difference between one body and the next. */
export interface Change {
  /** Which of the places it is at; counted from the first again after the last. */
  readonly place: number;
  /** Whether it is at a text, an id or a call's arguments, as between two requests of a program. */
  readonly isFree: boolean;
  readonly does: "replace" | "append" | "remove" | "repeat";
  readonly text: string;
  readonly number: Json;
}

/** What a translation may treat in a way of its own. */
const TEXTS = [
  "Other words",
  "",
  " ",
  "ends with a line\n",
  "  begins with spaces",
  "[Error] no such file",
  '{"looks": ["like", "JSON"]}',
  '{"path":"[1]","n":1.0}',
  '{"a":1,"a":2}',
  "null",
  "half a \ud83d pair",
  "héé 日本語 👩‍👩‍👧",
  "\u0000\u001f\u007f\u2028",
  'back\\slash "quote" / slash',
  "call_Other0000000000000000ab",
  "toolu_Other0000000000000000ab",
  "resp_0123456789abcdef0123456789abcdef",
  "data: x\n\nevent: y",
  "[DONE]",
  "assistant",
  "__proto__",
  "<think>a</think>b",
  "long ".repeat(2000),
] as const;

const NUMBERS = ["0", "1", "7", "-1", "1.5", "1.0", "1200", "1e21", "-0", "9007199254740993", "12345678901234567890"];

export const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat({ max: 1000 }),
  isFree: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  does: fc.constantFrom("replace", "replace", "replace", "append", "append", "remove", "repeat"),
  text: fc.oneof(fc.constant("Fine words"), fc.constantFrom(...TEXTS)),
  number: fc.constantFrom(...NUMBERS).map((lexeme) => parseJson(lexeme)),
});

/** A body with changes, one after the other. */
export function changed(body: Json, changes: readonly Change[]): Json {
  return changes.reduce((each, one) => changedOnce(each, one), body);
}

/** A stream in which the JSON of some lines is changed, and all of it is spelled in one way. */
export function changedStream(text: string, changes: readonly Change[], how: Spelling): string {
  const lines = text.split("\n");
  const found = lines.flatMap((line, index) => (FRAME.test(line) ? [index] : []));
  const at = new Map(changes.map((one) => [found[one.place % found.length], one]));
  return lines.map((line, index) => (FRAME.test(line) ? changedFrame(line, at.get(index), how) : line)).join("\n");
}

const FRAME = /^(?:data: ?)?(?=\{)/;

function changedFrame(line: string, one: Change | undefined, how: Spelling): string {
  const [mark = ""] = FRAME.exec(line) ?? [];
  const value = parseJson(line.slice(mark.length));
  return mark + spell(one === undefined ? value : changedOnce(value, one), { ...how, space: how.space.trim() });
}

type Step = string | number;

function changedOnce(body: Json, one: Change): Json {
  const all = placesIn(body, []);
  const free = all.filter((path) => isFree(path));
  const places = one.isFree && free.length > 0 ? free : all;
  const path = places[one.place % places.length];
  return path === undefined ? body : changedAt(body, path, one.isFree ? { ...one, does: "replace" } : one);
}

function placesIn(value: Json, path: readonly Step[]): (readonly Step[])[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => placesIn(item, [...path, index]));
  if (!isObject(value)) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, each]) => placesIn(each as Json, [...path, key]));
}

/** The names of texts, ids and arguments in all dialects. */
const FREE =
  /^(?:text|content|arguments|input|output|system|instructions|id|(?:tool_)?call_id|tool_use_id|.*tokens?|.*Count)$/i;

function isFree(path: readonly Step[]): boolean {
  return FREE.test(String(path.findLast((step) => typeof step === "string")));
}

function changedAt(value: Json, [step, ...rest]: readonly Step[], one: Change): Json {
  if (step === undefined) return replaced(value, one);
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => (index === step ? member(item, rest, one) : [item]));
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    entries.flatMap(([key, each]) =>
      key === step ? member(each, rest, one).map((copy) => [key, copy] as const) : [[key, each] as const],
    ),
  );
}

/** What stands in the place of a member: nothing, it, or it twice. */
function member(value: Json, rest: readonly Step[], one: Change): Json[] {
  const isLast = rest.length === 0;
  if (isLast && one.does === "remove") return [];
  const copy = changedAt(value, rest, one);
  return isLast && one.does === "repeat" ? [copy, copy] : [copy];
}

function replaced(value: Json, { does, text, number }: Change): Json {
  if (does === "remove" || does === "repeat") return value;
  if (typeof value === "string") return does === "append" ? value + text : text;
  if (typeof value === "number" || value instanceof LosslessNumber) return number;
  return typeof value === "boolean" ? !value : text;
}
