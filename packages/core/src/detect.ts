import { SIGNS } from "./dialects/detect.ts";
import { dialects } from "./dialects/index.ts";
import type { DialectId } from "./dialects/names.ts";
import { withoutUndefined } from "./json/undefined.ts";
import { isArray, isObject } from "./json/value.ts";
import { objectsIn } from "./mapping/detect-signs.ts";
import type { DetectKind, Sign } from "./model/detect.ts";
import type { Dialect } from "./model/dialect.ts";
import type { Json, JsonObject } from "./model/json.ts";

/** The dialect and kind of a recognized value. */
export interface Detection {
  /** The id of the dialect. */
  readonly dialect: DialectId;
  readonly what: DetectKind;
}

/** What is already known about a value. */
export interface DetectOptions {
  /** Its kind, if it is known. */
  readonly what?: DetectKind;
  /** The field of the request that held it. */
  readonly field?: string;
}

/**
 * Recognises the dialect of a body, of an event of a stream, or of a tool, choice, call or result; `undefined` where nothing
 * tells, or where the tools of a list are of several dialects.
 *
 * @example
 * detectDialect({ model: "m", input: "hi" }); // { dialect: "openai-responses", what: "request" }
 */
export function detectDialect(wire: Json, { what, field }: DetectOptions = {}): Detection | undefined {
  const value = withoutUndefined(wire);
  for (const kind of what === undefined ? KINDS : [what]) {
    const dialect = kind === "tools" ? dialectOfTools(value, field) : best(kind, objectsOf(kind, value));
    if (dialect !== undefined) return { dialect, what: kind };
  }
  return undefined;
}

/**
 * The kinds in the order in which they are tried, most specific first: a response may repeat fields of its request, a call
 * may be part of a response, and nearly every object with a `type` could be a choice.
 */
const KINDS: readonly DetectKind[] = ["response", "request", "stream", "tools", "results", "calls", "choice"];

/** The score of the types of hosted tools: only the weakest sign of a tool is weaker. */
const HOSTED_SCORE = 40;

/** The fields of messages and responses that may contain calls and results. */
const CONTAINERS = ["tool_calls", "content", "parts", "message"];

function dialectOfTools(value: Json, field: string | undefined): DialectId | undefined {
  const tools = objectsIn(isArray(value) ? value : [value]);
  const scores = dialects.map((dialect) => tools.map((tool) => scoreOf(signsOf(dialect, "tools"), [tool], field)));
  const isKnown = tools.map((_, index) => scores.some((row) => row[index]));
  return highest(scores.map((row) => (isKnown.every((known, index) => !known || row[index]) ? sum(row) : 0)));
}

function best(kind: DetectKind, objects: readonly JsonObject[]): DialectId | undefined {
  return highest(dialects.map((dialect) => scoreOf(signsOf(dialect, kind), objects)));
}

function scoreOf(signs: readonly Sign[], objects: readonly JsonObject[], field?: string): number {
  const found = signs.filter(({ matches }) => objects.some((object) => matches(object, field)));
  return Math.max(0, ...found.map(({ score }) => score));
}

// Of equal scores, the first dialect in the registry wins.
function highest(scores: readonly number[]): DialectId | undefined {
  const score = Math.max(...scores);
  return score > 0 ? dialects[scores.indexOf(score)]?.id : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

// Calls may be passed as the response that contains them.
function signsOf(dialect: Dialect<DialectId>, kind: DetectKind): readonly Sign[] {
  const { [kind]: signs, response } = SIGNS[dialect.id];
  if (kind === "calls") return [...response, ...signs];
  return kind === "tools" ? [...signs, hostedSign(dialect)] : signs;
}

// A hosted tool is recognized by its type, or by its only field.
function hostedSign({ profile }: Dialect): Sign {
  const types = new Set<unknown>(Object.values(profile.hosted));
  return { score: HOSTED_SCORE, matches: (tool) => types.has(tool.type) || types.has(Object.keys(tool)[0]) };
}

function objectsOf(kind: DetectKind, value: Json): JsonObject[] {
  if (kind === "response" || kind === "stream") return isObject(value) ? [value] : onlyError(value);
  if (kind !== "calls" && kind !== "results") return isObject(value) ? [value] : [];
  const outer = childrenOf(value);
  const inner = outer.flatMap(contained);
  return [...outer, ...inner, ...inner.flatMap(contained)];
}

// An error may be the only item of a list, where a stream is a list as well.
function onlyError(value: Json): JsonObject[] {
  const [first, second] = objectsIn(value);
  return first !== undefined && isObject(first.error ?? null) && second === undefined ? [first] : [];
}

function contained(object: JsonObject): JsonObject[] {
  return CONTAINERS.flatMap((field) => childrenOf(object[field]));
}

function childrenOf(value: Json | undefined): JsonObject[] {
  return isObject(value) ? [value] : objectsIn(value);
}
