import type { JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/schema-profile.ts";
import type { Eventually } from "../model/steps.ts";
import type { Lowered } from "./lens.ts";

/** Rewrites schemas into the subset of a target. A value, so that programs whose schemas need no rewriting can do without it. */
export interface SchemaRewriter<Report> {
  /** A tool's schema, with the lens between the values of the two. */
  lower(schema: JsonObject, profile: SchemaProfile, report: Report): Eventually<Lowered>;
  /** The schema of a response, which need not be an object; `undefined` if that would need a lens, or no value is valid. */
  lowerOutput(schema: JsonObject, profile: SchemaProfile, report: Report): Eventually<JsonObject | undefined>;
  /** The least number of subschemas after the references of a schema are inlined. */
  leastExpansion(schema: JsonObject): number;
}
