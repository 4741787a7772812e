import type { Json, JsonObject } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { type Lowered, withSchema } from "../lens.ts";
import { lower, lowerWanted } from "../lower.ts";
import { targetPattern } from "../patterns/target-pattern.ts";
import { prune } from "../prune.ts";
import { inputSchemaOf, Source } from "../source.ts";
import { OBJECT } from "../types.ts";
import { type LowerFunction, type LoweringTarget, nativeSchema } from "./lower-function.ts";

/** Only the keywords that the support matrix of the library tooladapter lists for the target; all others are removed and reported as lost. */
export function conservative(target: LoweringTarget): LowerFunction {
  const { conservativeLacks: lacks, strict, strictIsExplicit } = target.profile;
  // Once a keyword that evaluates properties is gone, "unevaluated" would mean something else.
  const isLacking = (keyword: string) => lacks.has(keyword) || (lacks.size > 0 && keyword.startsWith("unevaluated"));
  const schema = without(nativeSchema(target), lacks);
  const isLackingInStrict = (keyword: string, value: Json) =>
    keyword === "pattern" ? targetPattern(String(value), strict?.patterns ?? "any") !== value : isLacking(keyword);
  const isStrict = (tool: FunctionFields) => tool.strict === true && strict !== undefined;
  const asFunction = (lowered: Lowered, { tool, report }: { tool: FunctionFields; report: Report }) => ({
    lowered: isStrict(tool) ? closed(lowered, report) : lowered,
    // tooladapter keeps the source's `strict`. Where an absent `strict` would mean "try it", `false` is written.
    strict: strict === undefined ? undefined : (tool.strict ?? (strictIsExplicit ? false : undefined)),
    variant: target.variant,
  });
  return (tool, report) => {
    const own = inputSchemaOf(tool);
    const isUnwanted = isStrict(tool) ? isLackingInStrict : isLacking;
    const wanted = lowerWanted(own, isUnwanted, schema, report);
    if (wanted !== undefined) return asFunction(wanted, { tool, report });
    const plain = prune(own, { isUnwanted, unrestricted: schema.keywords === undefined }, report);
    return after(lower(asObject(plain, own, report), schema, report), asFunction, { tool, report });
  };
}

// What is rewritten must not come back as a keyword that was removed. A target's profile is reduced once: what is compiled of it is
// kept by its identity.
function without(schema: SchemaProfile, lacks: ReadonlySet<string>): SchemaProfile {
  if (schema.keywords === undefined) return schema;
  const known = REDUCED.get(schema);
  if (known?.lacks === lacks) return known.profile;
  const keywords = new Set([...schema.keywords].filter((keyword) => !lacks.has(keyword)));
  const profile = { ...schema, keywords };
  REDUCED.set(schema, { lacks, profile });
  return profile;
}

const REDUCED = new WeakMap<SchemaProfile, { readonly lacks: ReadonlySet<string>; readonly profile: SchemaProfile }>();

function closed(lowered: Lowered, report: Report): Lowered {
  report.change("close-object");
  const schema: Record<string, Json> = { ...lowered.schema };
  schema.additionalProperties = false;
  return withSchema(lowered, schema);
}

// If `type` was removed from the root, it still describes an object if it did so before.
function asObject(plain: JsonObject, before: JsonObject, report: Report): JsonObject {
  if (plain.type !== undefined || plain === before) return plain;
  const wasObject = new Source(before, report.place).types(before) === OBJECT;
  if (!wasObject) return plain;
  report.change("root-type");
  return { type: "object", properties: {}, ...plain };
}
