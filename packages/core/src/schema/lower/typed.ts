import { equalJson, isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import { after, mapInSteps } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import { keywordsWhere } from "../keywords/index.ts";
import { type Lowered, withSchema } from "../lens.ts";
import { toJsonText } from "../rules/json-text.ts";
import type { SchemaConjunction, SchemaPart } from "../source.ts";
import { ALL, ARRAY, isOneType, NONE, NULL, OBJECT, type Types, typeNames, typesNamed } from "../types.ts";
import { lowerArray } from "./array.ts";
import { SchemaDraft } from "./draft.ts";
import { NONE_HANDLED } from "./handled.ts";
import { writeKeywords } from "./keywords.ts";
import { lowerObject } from "./object.ts";
import { annotations, constraints, joinUnion, withNull } from "./union.ts";

/** Lowers a node for values of these types. */
export function lowerTyped(node: SchemaConjunction, types: Types, context: Lowering): Eventually<Lowered | undefined> {
  const { parts, place } = node;
  const others = types & ~NULL;
  if (others === NONE) return lowerNull(node, context);
  const result =
    isOneType(others) || canList(parts, others, context)
      ? lowerTogether(node, others, context)
      : lowerApart(node, typeNames(others), context);
  const isStated = parts.length === 1 && typeof parts[0]?.schema.type === "string";
  if (isStated && others === types) return result;
  return after(result, (lowered) => {
    if (lowered === undefined) return undefined;
    const whole = others === types ? lowered : withNull(lowered, place, context);
    return isStated ? whole : keepTypeOrder(whole, parts, context);
  });
}

/** Lowers a node for null alone. */
export function lowerNull(node: SchemaConjunction, context: Lowering): Eventually<Lowered | undefined> {
  return context.profile.typeLists === "none"
    ? toJsonText(node.parts, "null", context)
    : lowerTogether(node, NULL, context);
}

/** Lowers a node for values of any type. */
export function lowerAny({ parts, place }: SchemaConjunction, context: Lowering): Lowered {
  if (!context.profile.untyped) {
    if (parts.length === 0) context.on(place).change("json-text");
    return toJsonText(parts, "any value", context);
  }
  const draft = new SchemaDraft({}, ALL);
  writeKeywords(parts, draft, NONE_HANDLED, context);
  return { schema: draft.finish() };
}

// A list of types keeps its order in the source.
function keepTypeOrder(lowered: Lowered, parts: readonly SchemaPart[], context: Lowering): Lowered {
  const listed = parts.find(({ schema }) => isArray(schema.type));
  if (listed === undefined) return lowered;
  const { type } = lowered.schema;
  const stated = listed.schema.type;
  if (isArray(type) && isArray(stated) && equalJson(type.toSorted(), stated.toSorted())) {
    const schema: Record<string, Json> = { ...lowered.schema };
    schema.type = [...stated];
    return withSchema(lowered, schema);
  }
  context.on(listed.place.at("type")).change("type-list");
  return lowered;
}

// Each type is lowered separately.
function lowerApart(
  { parts, place }: SchemaConjunction,
  names: readonly string[],
  context: Lowering,
): Eventually<Lowered | undefined> {
  if (!context.supports("anyOf")) return toJsonText(parts, names.join(" or "), context);
  context.on(place).change("split-types");
  const node = { parts: parts.map(constraints), place };
  const lowerType = (name: string) => {
    context.countSchema(place);
    return lowerTogether(node, typesNamed(name), context.childContext);
  };
  return after(mapInSteps(names, lowerType, context), (lowered) => joinUnion(lowered, parts.map(annotations), context));
}

// Several types can stay in one list if none of them has further keywords.
function canList(parts: readonly SchemaPart[], types: Types, context: Lowering): boolean {
  if (context.profile.typeLists !== "array") return false;
  if ((types & (OBJECT | ARRAY)) === 0) return true;
  return context.profile.untyped && !parts.some(describesParts);
}

function describesParts({ schema }: SchemaPart): boolean {
  for (const keyword of STRUCTURE) if (schema[keyword] !== undefined) return true;
  return false;
}

/** The keywords that describe the parts of an object or an array. */
const STRUCTURE = keywordsWhere(
  ({ loweredWith, impliesType }) => impliesType && (loweredWith === "object" || loweredWith === "array"),
);

function lowerTogether(node: SchemaConjunction, types: Types, context: Lowering): Eventually<Lowered | undefined> {
  if (types === OBJECT) return lowerObject(node, context);
  if (types === ARRAY) return lowerArray(node, context);
  const names = typeNames(types);
  const draft = new SchemaDraft({ type: names.length === 1 ? (names[0] ?? null) : names }, types);
  writeKeywords(node.parts, draft, NONE_HANDLED, context);
  return { schema: draft.finish() };
}
