import { keyOfValue } from "../../json/key.ts";
import { copyJson, equalJson, isArray, isEmpty, setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import { keywordOf } from "../keywords/index.ts";
import type { Lowered } from "../lens.ts";
import { LensRun } from "../lens-run.ts";
import { labelLens, labelValues, mayEnumerate } from "../rules/enum-to-strings.ts";
import { isAnnotation, type SchemaPart } from "../source.ts";
import { ALL, BOOLEAN, FRACTION, INTEGER, isOneType, STRING, type Types, typeNames, typesOfValues } from "../types.ts";
import { fits } from "../validate.ts";
import { SchemaDraft } from "./draft.ts";
import { VALUE_KEYWORDS } from "./handled.ts";
import { entriesOf, writeKeywords } from "./keywords.ts";

/** The values that `enum` and `const` allow together; `undefined` if there is neither. */
export function enumerated(parts: readonly SchemaPart[], context: Lowering): readonly Json[] | undefined {
  let values: readonly Json[] | undefined;
  for (const { schema } of parts) {
    if (isArray(schema.enum)) values = among(schema.enum, values);
    if (schema.const !== undefined) values = among([schema.const], values);
  }
  if (values === undefined) return undefined;
  const beside = parts.map(({ schema }) => besideEnum(schema)).filter((schema) => !isEmpty(schema));
  if (beside.length === 0) return values;
  const run = new LensRun(context.report.ledger.budget);
  return values.filter((value) => beside.every((each) => fits(value, each, each, run)));
}

function isChecked(name: string): boolean {
  const { accepts, inverts, loweredWith } = keywordOf(name);
  return accepts !== undefined && !inverts && loweredWith !== "values";
}

// Patterns and formats are not checked; a keyword that inverts them could then wrongly reject a value.
function besideEnum(schema: JsonObject): JsonObject {
  const rest: Record<string, Json> = {};
  for (const keyword in schema) if (isChecked(keyword)) setKey(rest, keyword, schema[keyword] as Json);
  return rest;
}

function among(values: readonly Json[], others: readonly Json[] | undefined): readonly Json[] {
  return others === undefined ? distinct(values) : intersect(others, values);
}

function distinct(values: readonly Json[]): readonly Json[] {
  if (values.length < 2) return values;
  if (values.every(isScalar)) return [...new Set(values)];
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = keyOfValue(value);
    return !seen.has(key) && seen.add(key);
  });
}

function intersect(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const scalars = new Set(others.filter(isScalar));
  const rest = new Set(others.filter((other) => !isScalar(other)).map((other) => keyOfValue(other)));
  return values.filter((value) => (isScalar(value) ? scalars.has(value) : rest.has(keyOfValue(value))));
}

// Scalars that are equal exactly if they are identical.
function isScalar(value: Json): boolean {
  return value === null || typeof value !== "object";
}

/** The values of an enumeration, and the types that the schemas beside it allow. */
export interface Enumeration {
  readonly values: readonly Json[];
  readonly types: Types;
}

/** Lowers an enumeration. Null, which not every target can enumerate, is handled by the caller. */
export function lowerValues(parts: readonly SchemaPart[], { values, types }: Enumeration, context: Lowering): Lowered {
  const { enumValues, typeLists } = context.profile;
  const narrowed = narrow(types, values);
  const needsOneType = typeLists !== "array" && !isOneType(narrowed);
  if (values.every((value) => mayEnumerate(value, enumValues)) && !needsOneType)
    return writeEnum(parts, { values, types: narrowed }, context);
  if (narrowed === BOOLEAN && values.length === 2) return writeBoolean(parts, context);
  return writeLabels(parts, values, context);
}

function writeEnum(parts: readonly SchemaPart[], { values, types }: Enumeration, context: Lowering): Lowered {
  const node = new SchemaDraft({}, types);
  const names = typeNames(types);
  node.schema.type = names.length === 1 ? (names[0] ?? null) : names;
  const [constant] = entriesOf(parts, "const");
  if (constant !== undefined && context.supports("const")) node.schema.const = copyJson(constant.value);
  else node.schema.enum = values.map((value) => copyJson(value));
  if (constant !== undefined && !context.supports("const"))
    context.on(constant.part.place.at("const")).change("const-to-enum");
  reportValues(parts, values, context);
  writeKeywords(parts, node, VALUE_KEYWORDS, context);
  return { schema: node.finish() };
}

function writeBoolean(parts: readonly SchemaPart[], context: Lowering): Lowered {
  const node = new SchemaDraft({ type: "boolean" }, BOOLEAN);
  for (const { part } of entriesOf(parts, "enum")) context.on(part.place.at("enum")).change("vacuous-keyword");
  writeKeywords(parts, node, VALUE_KEYWORDS, context);
  return { schema: node.finish() };
}

function writeLabels(parts: readonly SchemaPart[], values: readonly Json[], context: Lowering): Lowered {
  const labels = labelValues(values);
  const node = new SchemaDraft({ type: "string", enum: labels }, STRING);
  for (const { place } of parts) context.on(place).change("enum-to-strings");
  // The values already satisfy the other constraints, which their labels need not.
  const handled = new Set([
    ...VALUE_KEYWORDS,
    ...parts.flatMap(({ schema }) => Object.keys(schema).filter((keyword) => !isAnnotation(keyword))),
  ]);
  writeKeywords(parts, node, handled, context);
  return { schema: node.finish(), lens: labelLens(values, labels) };
}

function reportValues(parts: readonly SchemaPart[], values: readonly Json[], context: Lowering): void {
  for (const { part, value } of entriesOf(parts, "enum")) {
    if (!equalJson(isArray(value) ? value.filter((each) => each !== null) : value, [...values]))
      context.on(part.place.at("enum")).change("enum-narrowed");
  }
  for (const { place, schema } of parts) {
    if (schema.type === undefined && (schema.enum ?? schema.const) !== undefined)
      context.on(place).change("infer-type");
  }
}

// `number` stays `number` if the source has it, even if all values happen to be integers.
function narrow(types: Types, values: readonly Json[]): Types {
  const used = typesOfValues(values);
  if (types === ALL) return used;
  return types & (used & INTEGER ? used | FRACTION : used);
}

/** Separates null from the other values. */
export function splitNull(values: readonly Json[]): { hasNull: boolean; others: readonly Json[] } {
  const others = values.filter((value) => value !== null);
  return { hasNull: others.length < values.length, others };
}
