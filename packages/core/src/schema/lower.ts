import { MissingFeature } from "../features.ts";
import type { JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/schema-profile.ts";
import type { Eventually } from "../model/steps.ts";
import type { Report } from "../report.ts";
import type { Lowered } from "./lens.ts";
import { copyPlainSchema, type IsUnwanted } from "./plain-schema.ts";
import type { SchemaRewriter } from "./schema-rewriter.ts";

/** Rewrites a tool's schema into the JSON Schema subset of a target, with the lens between the values of the two. */
export function lower(schema: JsonObject, profile: SchemaProfile, report: Report): Eventually<Lowered> {
  const rewriter = rewriterFor(profile, report);
  if (rewriter === undefined) return { schema: copyOrRefuse(withProperties(schema, profile, report), profile, report) };
  const copy = report.fast.schemaCopy?.copyPlainSchema(schema, profile, report.ledger.budget);
  return copy === undefined ? rewriter.lower(schema, profile, report) : { schema: copy };
}

/** A schema in which nothing has to change, where no keyword is to be removed from it either; `undefined` for most others. */
export function lowerWanted(
  schema: JsonObject,
  isUnwanted: IsUnwanted,
  profile: SchemaProfile,
  { fast, ledger }: Report,
): Lowered | undefined {
  const copy = fast.schemaCopy?.copyPlainSchema(schema, profile, ledger.budget, isUnwanted);
  return copy && { schema: copy };
}

/**
 * Rewrites the schema of a response, which need not be an object. `undefined` if that would need a lens, or no value is
 * valid.
 */
export function lowerOutput(
  schema: JsonObject,
  profile: SchemaProfile,
  report: Report,
): Eventually<JsonObject | undefined> {
  const rewriter = rewriterFor(profile, report);
  if (rewriter === undefined) return copyOrRefuse(schema, profile, report);
  const copy = report.fast.schemaCopy?.copyPlainOutput(schema, profile, report.ledger.budget);
  return copy ?? rewriter.lowerOutput(schema, profile, report);
}

// A target with a subset of its own brings what rewrites schemas to it. Neither can name the report without a cycle of imports.
function rewriterFor(profile: SchemaProfile, { ledger }: Report): SchemaRewriter<Report> | undefined {
  return (profile.rewriter ?? ledger.features.schemaSubsets?.rewriter) as SchemaRewriter<Report> | undefined;
}

function withProperties(schema: JsonObject, { rootProperties }: SchemaProfile, report: Report): JsonObject {
  if (!rootProperties || schema.properties !== undefined) return schema;
  report.change("root-properties");
  return { ...schema, properties: {} };
}

function copyOrRefuse(schema: JsonObject, profile: SchemaProfile, report: Report): JsonObject {
  const copy = copyPlainSchema(schema, profile, report.ledger.budget);
  if (copy !== undefined) return copy;
  throw new MissingFeature("schemaSubsets", `rewriting the schema at ${report.place.pointer || "the root"}`);
}
