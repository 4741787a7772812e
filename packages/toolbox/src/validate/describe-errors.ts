import type { OutputUnit } from "@cfworker/json-schema";
import { isObject, type Json, stringifyJson } from "@toolglot/core";
import { expectation } from "./expectation.ts";
import { fieldPath, nodeAt, pointerKeys, valueAt } from "./pointers.ts";
import type { ValidatorResult } from "./run-validator.ts";
import { unknownFields } from "./unknown-fields.ts";

/** One message per field: what was expected, and what it got. */
export function describeErrors(judgement: ValidatorResult, value: Json, patterns: WeakMap<object, string>): string[] {
  const fields = new Map<string, Field>();
  const messages = new Set<string>();
  for (const error of judgement.errors) {
    const sentences = propertyMessages(error, judgement, value);
    for (const sentence of sentences ?? []) messages.add(sentence);
    if (sentences !== undefined) continue;
    const expected = expectation(error, nodeAt(error.keywordLocation, judgement), patterns);
    if (expected !== undefined) expect(fields, error, expected);
  }
  const wrong = [...fields].map(([location, field]) => fieldMessage(location, field, value));
  return [...messages, ...wrong];
}

/** The expectations of a field. */
interface Field {
  readonly expected: Set<string>;
  /** Whether one of the expectations is enough. */
  isChoice: boolean;
}

function expect(fields: Map<string, Field>, { instanceLocation, keywordLocation }: OutputUnit, expected: string): void {
  const field = fields.get(instanceLocation) ?? { expected: new Set(), isChoice: false };
  field.expected.add(expected);
  field.isChoice ||= /\/(?:anyOf|oneOf)\//.test(keywordLocation);
  fields.set(instanceLocation, field);
}

function fieldMessage(location: string, { expected, isChoice }: Field, value: Json): string {
  const keys = pointerKeys(location);
  const wanted = [...expected].slice(0, MAX_EXPECTED).join(isChoice ? " or " : " and ");
  return `${fieldPath(keys)}: expected ${wanted}, got ${excerpt(valueAt(value, keys))}`;
}

const MAX_EXPECTED = 8;

/** Messages for missing and unknown properties; `undefined` for other errors. */
function propertyMessages(error: OutputUnit, judgement: ValidatorResult, value: Json): string[] | undefined {
  const keys = pointerKeys(error.instanceLocation);
  const node = nodeAt(error.keywordLocation, judgement);
  const object = valueAt(value, keys);
  if (node === undefined || !isObject(object)) return undefined;
  if (error.keyword === "required") {
    const missing = (node.required ?? []).filter((name) => !Object.hasOwn(object, name));
    return missing.map((name) => `${fieldPath([...keys, name])}: required, but missing`);
  }
  if (error.keyword !== "additionalProperties" || node.additionalProperties !== false) return undefined;
  return unknownFields(object, Object.keys(node.properties ?? {})).map(
    ({ name, help }) => `${fieldPath([...keys, name])}: unknown field; ${help}`,
  );
}

const MAX_EXCERPT = 80;

function excerpt(value: Json | undefined): string {
  const text = stringifyJson(value ?? null);
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}
