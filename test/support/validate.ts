import { type Schema, Validator } from "@cfworker/json-schema";
import { clone, isObject, type Json, type JsonObject } from "./json.ts";
import { isSafe } from "./pattern.ts";
import { type Draft, draftOf, mapSubschemas } from "./schema.ts";

/** An independent opinion on instances of one schema. */
export interface Judge {
  readonly draft: Draft;
  /** Undefined where the schema is too malformed to be judged by. */
  valid(instance: Json): boolean | undefined;
  /** The validator's error messages. */
  explain(instance: Json): string;
}

/** Judges by a schema without the patterns that could hang the native engine: leave them out on both sides of a comparison. */
export function judge(schema: Json, draft: Draft = draftOf(schema)): Judge {
  const validator = build(withoutUnsafePatterns(schema), draft);
  const run = (instance: Json) => attempt(() => validator?.validate(instance));
  return {
    draft,
    valid: (instance) => run(instance)?.valid,
    explain: (instance) => run(instance)?.errors.map(tell).slice(-3).join("; ") ?? "cannot be judged",
  };
}

/** The schema less each `pattern` that does not compile, or that repeats a repeat. */
function withoutUnsafePatterns(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = mapSubschemas(schema, withoutUnsafePatterns);
  if (typeof kept.pattern === "string" && !isSafe(kept.pattern)) delete kept.pattern;
  if (isObject(kept.patternProperties) && !Object.keys(kept.patternProperties).every(isSafe))
    dropPatternProperties(kept);
  return kept;
}

// The keywords next to `patternProperties` depend on which keys the patterns match.
function dropPatternProperties(schema: JsonObject): void {
  delete schema.patternProperties;
  delete schema.additionalProperties;
  delete schema.unevaluatedProperties;
}

// The validator marks the schemas that it is given, so it gets a copy.
function build(schema: Json, draft: Draft): Validator | undefined {
  return attempt(() => new Validator(clone(schema) as Schema | boolean, draft, false));
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function tell(error: { instanceLocation: string; keyword: string; error: string }): string {
  return `${error.instanceLocation} ${error.keyword}: ${error.error}`;
}
