import { isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { applyLens, type Lens, type Lowered } from "../lens.ts";
import { isDefinitionReference } from "../source.ts";
import { eachSubschema } from "../walk.ts";
import { objectSchema } from "./object-schema.ts";

/** The parameter that holds the arguments if the source's root is not a plain object. */
const WRAPPER = "input";

/** Wraps a root that the target does not accept in an object with one parameter. Definitions stay at the root. */
export function wrapRoot(lowered: Lowered, profile: SchemaProfile): Lowered {
  const { $schema, $defs, definitions, ...inner } = lowered.schema;
  const schema = objectSchema({ [WRAPPER]: inner }, [WRAPPER], profile);
  for (const [keyword, value] of Object.entries({ $schema, $defs, definitions }))
    if (value !== undefined) schema[keyword] = value;
  return { schema, lens: wrapLens(lowered.lens) };
}

/** Updates references to the root, and to schemas below it other than definitions, to the new position of the root. */
export function moveReferences(schema: Json): void {
  if (!isObject(schema)) return;
  const mutable = schema as Record<string, Json>;
  const ref = schema.$ref;
  if (typeof ref === "string" && (ref === "#" || ref.startsWith("#/")) && !isDefinitionReference(ref))
    mutable.$ref = `#/properties/${WRAPPER}${ref.slice(1)}`;
  eachSubschema(schema, moveReferences);
}

function wrapLens(inner: Lens | undefined): Lens {
  return {
    lower: (value, run) => ({ [WRAPPER]: applyLens(inner, "lower", value, run) }),
    lift: (value, run) =>
      isObject(value) && Object.hasOwn(value, WRAPPER) ? applyLens(inner, "lift", value[WRAPPER] ?? null, run) : value,
  };
}
