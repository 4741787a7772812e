import type { Eventually } from "../../model/steps.ts";
import { after } from "../../steps.ts";
import { asParts, type Lowering } from "../context.ts";
import { type Lowered, valuesLens } from "../lens.ts";
import { toJsonText } from "../rules/json-text.ts";
import { entriesLens, entriesSchema } from "../rules/map-to-entries.ts";
import type { SchemaPart } from "../source.ts";
import { OBJECT } from "../types.ts";
import { additionalValue, losePatterns, reportOpen, supportsAdditional } from "./additional-properties.ts";
import type { AdditionalSchemas } from "./additional-shape.ts";
import { SchemaDraft } from "./draft.ts";
import { OBJECT_KEYWORDS } from "./handled.ts";
import { entriesOf, type KeywordEntry, loseKeyword, writeKeywords } from "./keywords.ts";
import { writeObject } from "./write-object.ts";

/** The keywords that are written before the others if the keys of an object become a list of entries. */
export const HANDLED_IN_MAPS: ReadonlySet<string> = new Set([
  ...OBJECT_KEYWORDS,
  ...["propertyNames", "minProperties", "maxProperties"],
]);

/** Lowers an object that declares no properties and has a schema for all of them; `undefined` if no value is valid for it. */
export function lowerMap(
  parts: readonly SchemaPart[],
  additional: AdditionalSchemas,
  context: Lowering,
): Eventually<Lowered | undefined> {
  for (const { part } of entriesOf(parts, "properties"))
    context.change(part.place.at("properties"), "empty-properties");
  const isSupported = supportsAdditional(context);
  if (additional.parts.length === 0 && !isSupported) {
    if (!context.profile.untyped) return toJsonText(parts, "object", context);
    reportOpen(parts, context);
    return writeObject(parts, { type: "object" }, context);
  }
  return after(context.parts(additional.parts, additional.place), (value) => {
    if (value === undefined) return undefined;
    if (!isSupported) return lowerToEntries(parts, value, context);
    const schema = { type: "object", additionalProperties: additionalValue(additional, value) };
    return { schema: writeObject(parts, schema, context).schema, lens: valuesLens(value.lens) };
  });
}

function lowerToEntries(parts: readonly SchemaPart[], value: Lowered, context: Lowering): Eventually<Lowered> {
  return after(lowerKey(parts, context), (key) => writeEntries(parts, { key, value }, context));
}

interface LoweredEntry {
  readonly key: Lowered["schema"];
  readonly value: Lowered;
}

function writeEntries(parts: readonly SchemaPart[], { key, value }: LoweredEntry, context: Lowering): Lowered {
  const draft = new SchemaDraft({}, OBJECT);
  Object.assign(draft.schema, entriesSchema(key, value.schema, context.profile));
  for (const { place } of parts) context.change(place, "map-to-entries");
  for (const keyword of ["minProperties", "maxProperties"]) {
    for (const entry of entriesOf(parts, keyword)) writeCount(entry, draft, context);
  }
  losePatterns(parts, draft, context);
  writeKeywords(parts, draft, HANDLED_IN_MAPS, context);
  return { schema: draft.finish(), lens: entriesLens(value.lens) };
}

function lowerKey(parts: readonly SchemaPart[], context: Lowering): Eventually<Lowered["schema"]> {
  const [first, ...others] = entriesOf(parts, "propertyNames");
  for (const { part } of others) context.lose(part.place.at("propertyNames"), "keyword");
  if (first === undefined) return { type: "string" };
  const place = first.part.place.at("propertyNames");
  const own = asParts(first.value, place, context.report);
  return after(context.parts(own && [...own, { schema: { type: "string" }, place }], place), (key) => {
    if (key !== undefined && key.lens === undefined) return key.schema;
    context.lose(place, "keyword");
    return { type: "string" };
  });
}

// Entries with the same key become one property, so that two entries do not mean two properties.
function writeCount(entry: KeywordEntry, draft: SchemaDraft, context: Lowering): void {
  const keyword = entry.keyword === "minProperties" ? "minItems" : "maxItems";
  const isSound = entry.keyword === "maxProperties" || Number(entry.value) <= 1;
  if (!isSound || !context.supports(keyword)) {
    loseKeyword(entry, draft, context);
    return;
  }
  draft.schema[keyword] = entry.value;
  context.change(entry.part.place.at(entry.keyword), "map-to-entries");
}
