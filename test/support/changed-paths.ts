import { isObject, type Json, type JsonObject, own, setOwn } from "./json.ts";
import { resolve, splitLast } from "./pointer.ts";
import type { Placed } from "./weaken.ts";

/** A change, by its place and its rule. */
export interface ChangeEntry extends Placed {
  readonly rule: string;
}

/** What a change speaks for: a small rule for the keywords that it touches on its node, any other for all below its place. */
export function pathsChangedBy({ path, rule }: ChangeEntry): Placed[] {
  const touched = TOUCHES[rule];
  if (touched === undefined || touched.includes(splitLast(path)[1])) return [{ path }];
  return touched.map((keyword) => ({ path: `${path}/${keyword}` }));
}

/** The returned value with each box and each `anyOf: [X, null]` that stands for an optional X unwrapped, so that X is compared with what it was. */
export function unwrapOptional(source: Json, returned: Json, changes: readonly ChangeEntry[]): Json {
  const wrapped = changes.filter(({ rule }) => rule === "optional-to-nullable").map(({ path }) => path);
  const outermostFirst = wrapped.sort((left, right) => left.length - right.length);
  return outermostFirst.reduce((value, path) => unwrapAt(source, value, path), structuredClone(returned));
}

// A small rule that stands at a whole schema must not excuse what is lost below it.
const TOUCHES: Readonly<Record<string, readonly string[]>> = {
  "keyword-to-description": ["description"],
  "close-object": ["additionalProperties"],
  "require-all": ["required"],
  required: ["required"],
  "repeated-name": ["required"],
  "optional-to-nullable": ["type", "enum", "anyOf", "nullable", "const"],
  nullable: ["type", "enum", "anyOf", "nullable"],
  "type-list": ["type"],
  "infer-type": ["type"],
  "root-type": ["type"],
  "root-properties": ["properties"],
  "empty-properties": ["properties"],
  "array-items": ["items"],
  "strict-fallback": [],
  "explicit-strict": [],
};

function unwrapAt(source: Json, returned: Json, path: string): Json {
  const before = resolve(source, path);
  const [parent, key] = splitLast(path);
  const holder = resolve(returned, parent);
  if (!isObject(before) || !isObject(holder)) return returned;
  const unboxed = unbox(own(holder, key), before) ?? own(holder, key);
  const inner = unwrap(unboxed, before) ?? unboxed;
  if (inner !== undefined) setOwn(holder, key, inner);
  return returned;
}

// An optional value that may itself be null stands in a box: `{ value: X }`, or null for none.
function unbox(schema: Json | undefined, before: JsonObject): JsonObject | undefined {
  if (!isObject(schema) || !isObject(schema.properties) || before.properties !== undefined) return undefined;
  const { value, ...others } = schema.properties;
  if (!isObject(value) || Object.keys(others).length > 0) return undefined;
  return schema.description === undefined ? value : { description: schema.description, ...value };
}

function unwrap(schema: Json | undefined, before: JsonObject): JsonObject | undefined {
  if (!isObject(schema) || !Array.isArray(schema.anyOf) || schema.anyOf.length > 2) return undefined;
  const { anyOf, ...beside } = schema;
  const branch = schema.anyOf.find((each) => own(each, "type") !== "null");
  return isObject(branch) && before.anyOf === undefined ? { ...beside, ...branch } : undefined;
}
