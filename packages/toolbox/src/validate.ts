import { type Schema, Validator } from "@cfworker/json-schema";
import type { Json, JsonSchema } from "@toolglot/core";

/** What is wrong with a value by a schema, in words for the model that made it; nothing where it is valid. */
export function validate(value: Json, schema: JsonSchema): string | undefined {
  const { valid, errors } = new Validator(schema as Schema | boolean, "2020-12", false).validate(value);
  if (valid) return undefined;
  const told = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  return `the arguments do not match the tool's schema: ${told.slice(0, 10).join("; ")}`;
}
