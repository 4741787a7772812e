import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { toJsonText } from "../rules/json-text.ts";
import { objectLens, type RestLens } from "../rules/object-lens.ts";
import type { SchemaPart } from "../source.ts";
import { OBJECT } from "../types.ts";
import { loseNameKeywords, losePatterns, lowerAdditional } from "./additional-properties.ts";
import { SchemaDraft } from "./draft.ts";
import { OBJECT_KEYWORDS } from "./handled.ts";
import { writeKeywords } from "./keywords.ts";
import { HANDLED_IN_MAPS, lowerMap } from "./map.ts";
import { type LoweredProperties, lowerProperties } from "./properties.ts";
import { writeRequired } from "./required.ts";
import { type ObjectShape, objectShape } from "./shape.ts";
import { writeObject } from "./write-object.ts";

/** Lowers schemas that together describe an object; undefined where no object is valid. */
export function lowerObject(
  parts: readonly SchemaPart[],
  place: Place,
  context: Lowering,
): Eventually<Lowered | undefined> {
  return after(objectShape(parts, context), (shape) => lowerShape(parts, place, shape, context));
}

function lowerShape(
  parts: readonly SchemaPart[],
  place: Place,
  shape: ObjectShape,
  context: Lowering,
): Eventually<Lowered | undefined> {
  if (shape.names.length > 0) return lowerDeclared(parts, place, shape, context);
  if (typeof shape.additional === "object") return lowerMap(parts, shape.additional, context);
  if (shape.isDeclared || shape.additional === "none") return lowerEmpty(parts, place, shape, context);
  return context.profile.untyped
    ? writeObject(parts, { type: "object" }, context)
    : toJsonText(parts, "object", context);
}

function lowerEmpty(
  parts: readonly SchemaPart[],
  place: Place,
  shape: ObjectShape,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const isRoot = place === context.source.place;
  if (!context.profile.emptyObjects && !isRoot) return toJsonText(parts, "object", context);
  if (!shape.isDeclared) context.on(place).change("empty-properties");
  return lowerDeclared(parts, place, shape, context);
}

function lowerDeclared(
  parts: readonly SchemaPart[],
  place: Place,
  shape: ObjectShape,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const draft = new SchemaDraft({ type: "object" }, OBJECT);
  return after(lowerProperties(shape, context), (properties) => {
    if (properties === undefined) return undefined;
    const object = { properties: properties.written, draft, context };
    return after(lowerAdditional(parts, place, shape.additional, object), (additional) =>
      writeDeclared(parts, place, { properties, additional }, { draft, context }),
    );
  });
}

/** What is known of an object once its subschemas are lowered. */
interface Members {
  readonly properties: LoweredProperties;
  readonly additional: RestLens;
}

function writeDeclared(
  parts: readonly SchemaPart[],
  place: Place,
  { properties, additional }: Members,
  { draft, context }: { draft: SchemaDraft; context: Lowering },
): Lowered {
  draft.schema.properties = properties.written;
  writeRequired(parts, properties, additional.entriesProperty, { draft, context, place });
  losePatterns(parts, draft, context);
  const areCollected = additional.entriesProperty !== undefined;
  if (areCollected) loseNameKeywords(parts, draft, context);
  writeKeywords(parts, draft, areCollected ? HANDLED_IN_MAPS : OBJECT_KEYWORDS, context);
  return { schema: draft.finish(), lens: objectLens(properties.lenses, additional) };
}
