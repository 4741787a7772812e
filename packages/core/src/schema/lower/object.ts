import { isEmpty } from "../../json/value.ts";
import type { Eventually } from "../../model/steps.ts";
import { after } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { toJsonText } from "../rules/json-text.ts";
import { objectLens, type RestLens } from "../rules/object-lens.ts";
import type { SchemaConjunction } from "../source.ts";
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

/** Lowers a node that describes an object; undefined where no object is valid. */
export function lowerObject(node: SchemaConjunction, context: Lowering): Eventually<Lowered | undefined> {
  return after(objectShape(node.parts, context), (shape) => lowerShape(node, shape, context));
}

function lowerShape(node: SchemaConjunction, shape: ObjectShape, context: Lowering): Eventually<Lowered | undefined> {
  const { parts } = node;
  if (shape.names.length > 0) return lowerDeclared(node, shape, context);
  if (typeof shape.additional === "object")
    return after(lowerMap(parts, shape.additional, context), (lowered) => {
      return lowered ?? lowerEmpty(node, { ...shape, additional: "none" }, context);
    });
  if (shape.isDeclared || shape.additional === "none") return lowerEmpty(node, shape, context);
  return context.profile.untyped
    ? writeObject(parts, { type: "object" }, context)
    : toJsonText(parts, "object", context);
}

function lowerEmpty(node: SchemaConjunction, shape: ObjectShape, context: Lowering): Eventually<Lowered | undefined> {
  if (!allowsEmpty(node, context)) return toJsonText(node.parts, "object", context);
  if (!shape.isDeclared) context.on(node.place).change("empty-properties");
  return lowerDeclared(node, shape, context);
}

function allowsEmpty({ place }: SchemaConjunction, { profile, source }: Lowering): boolean {
  return profile.emptyObjects || place === source.place;
}

function lowerDeclared(
  node: SchemaConjunction,
  shape: ObjectShape,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const draft = new SchemaDraft({ type: "object" }, OBJECT);
  return after(lowerProperties(shape, context), (properties) => {
    if (properties === undefined) return undefined;
    if (isEmpty(properties.written) && !allowsEmpty(node, context)) return toJsonText(node.parts, "object", context);
    const object = { properties: properties.written, draft, context };
    return after(lowerAdditional(node, shape.additional, object), (additional) =>
      writeDeclared(node, { properties, additional }, { draft, context }),
    );
  });
}

/** What is known of an object once its subschemas are lowered. */
interface Members {
  readonly properties: LoweredProperties;
  readonly additional: RestLens;
}

/** Writes an object that declares properties. */
export function writeDeclared(
  node: SchemaConjunction,
  { properties, additional }: Members,
  { draft, context }: { draft: SchemaDraft; context: Lowering },
): Lowered {
  const { parts } = node;
  draft.schema.properties = properties.written;
  writeRequired(node, { properties, entriesProperty: additional.entriesProperty }, { draft, context });
  losePatterns(parts, draft, context);
  const areCollected = additional.entriesProperty !== undefined;
  if (areCollected) loseNameKeywords(parts, draft, context);
  writeKeywords(parts, draft, areCollected ? HANDLED_IN_MAPS : OBJECT_KEYWORDS, context);
  return { schema: draft.finish(), lens: objectLens(properties.lenses, additional) };
}
