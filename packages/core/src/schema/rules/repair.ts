import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { keywordOf } from "../keywords/index.ts";
import type { Repair } from "../keywords/keyword.ts";
import type { SchemaPart } from "../source.ts";
import { typesOfKeyword, typesOfValues } from "../types.ts";
import { withDescriptionNotes } from "./keyword-to-description.ts";
import { expandNullable } from "./nullable.ts";

/**
 * Repairs malformed keywords: a value is replaced by what it obviously means (`dict` is an object) or left out, and
 * reported. A well-formed schema is returned as it is.
 */
export function repair(part: SchemaPart, report: Report): JsonObject {
  let repaired: Record<string, Json> | undefined;
  for (const name in part.schema) {
    const value = part.schema[name] ?? null;
    const keyword = keywordOf(name);
    if (keyword.wellFormed(value)) continue;
    repaired ??= { ...part.schema };
    const meant = keyword.repair(value);
    if (meant?.value === undefined) delete repaired[name];
    else repaired[name] = meant.value;
    reportRepair(meant, report.on(part.place.at(name)));
  }
  const schema = repaired ?? part.schema;
  if (schema.nullable !== true) return withoutContradiction(schema, part, report);
  report.on(part.place).change("nullable");
  return withoutContradiction(expandNullable(schema), part, report);
}

function reportRepair(meant: Repair | undefined, report: Report): void {
  if (meant === undefined) report.lose("malformed");
  else if (meant.change !== undefined) report.change(meant.change);
  else report.lose("malformed", { action: "weakened", detail: { readAs: meant.value ?? null } });
}

// An `enum` without any value of the stated type contradicts it: the values are moved to the description.
function withoutContradiction(schema: JsonObject, part: SchemaPart, report: Report): JsonObject {
  if (!isArray(schema.enum) || (typesOfKeyword(schema.type) & typesOfValues(schema.enum)) !== 0) return schema;
  const { enum: values, ...rest } = schema;
  const description = typeof schema.description === "string" ? schema.description : undefined;
  const note = keywordOf("enum").describe(values ?? null, "enum");
  report.on(part.place.at("enum")).lose("malformed", { action: note === undefined ? "dropped" : "described" });
  if (note === undefined) return rest;
  report.on(part.place).change("keyword-to-description", "enum");
  return { ...rest, description: withDescriptionNotes(description, [note]) ?? "" };
}
