import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Lowering } from "../context.ts";
import { type Lowered, withSchema } from "../lens.ts";
import { without } from "../rules/inline-refs.ts";
import type { SchemaConjunction } from "../source.ts";
import { NULL } from "../types.ts";
import { lowerNull } from "./typed.ts";
import { withNull } from "./union.ts";
import { type Enumeration, lowerValues, splitNull } from "./values.ts";

/** Lowers an enumeration; null is lowered separately, in the target's own way. `undefined` if no value is left. */
export function lowerEnumerated(
  node: SchemaConjunction,
  { values, types }: Enumeration,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const { hasNull, others } = splitNull(values);
  if (values.length === 0) return undefined;
  if (others.length === 0) return lowerOnlyNull(node, context);
  const lowered = lowerValues(node.parts, { values: others, types: types & ~NULL }, context);
  return hasNull ? keepOrder(withNull(lowered, node.place, context), values) : lowered;
}

function lowerOnlyNull(node: SchemaConjunction, context: Lowering): Eventually<Lowered | undefined> {
  const { parts, place } = node;
  if (context.profile.typeLists === "none") return lowerNull(node, context);
  for (const part of parts) {
    context.on(part.place).change("infer-type", "null");
    for (const keyword of ["enum", "const"]) {
      if (part.schema[keyword] !== undefined) context.on(part.place.at(keyword)).change("vacuous-keyword");
    }
  }
  const withoutValues = parts.map((part) => without(part, "enum", "const"));
  return lowerNull({ parts: withoutValues, place }, context);
}

// Null is lowered separately and comes last; if the target lists it, it is moved back to its position.
function keepOrder(lowered: Lowered, values: readonly Json[]): Lowered {
  const listed = lowered.schema.enum;
  if (lowered.lens !== undefined || !isArray(listed) || listed.length !== values.length) return lowered;
  const schema: Record<string, Json> = { ...lowered.schema };
  schema.enum = [...values];
  return withSchema(lowered, schema);
}
