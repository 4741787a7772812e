import { isArray, setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import { after, everyInSteps } from "../../steps.ts";
import { asParts, type Lowering } from "../context.ts";
import { isAnnotation, type SchemaPart } from "../source.ts";
import { repair } from "./repair.ts";

/** A conjunction with its references and `allOf`s inlined, and the state for lowering its subschemas. */
export interface Expanded {
  readonly parts: readonly SchemaPart[];
  readonly context: Lowering;
}

/**
 * Inlines `$ref`, and makes each member of `allOf` a part of the conjunction. A definition that contains itself is cut,
 * which is reported as a loss. `undefined` if no value is valid.
 */
export function expand(
  parts: readonly SchemaPart[],
  context: Lowering,
  keepAllOf = false,
): Eventually<Expanded | undefined> {
  const [part, another] = parts;
  if (part !== undefined && another === undefined && !hasReference(part.schema))
    return { parts: [repaired(part, context)], context };
  return expandAll(parts, context, keepAllOf);
}

function expandAll(
  parts: readonly SchemaPart[],
  context: Lowering,
  keepAllOf: boolean,
): Eventually<Expanded | undefined> {
  const expansion: Expansion = { parts: [], open: new Set(), done: new Set(), context, keepAllOf, depth: 0 };
  return after(expandEach(parts, expansion), (isPossible) =>
    isPossible ? { parts: expansion.parts, context: expansion.context } : undefined,
  );
}

function expandEach(parts: readonly SchemaPart[], expansion: Expansion): Eventually<boolean> {
  return everyInSteps(parts, (part) => expandPart(part, expansion), expansion.context);
}

function hasReference(schema: JsonObject): boolean {
  return schema.$ref !== undefined || schema.allOf !== undefined;
}

function repaired(part: SchemaPart, context: Lowering): SchemaPart {
  const schema = repair(part, context.report);
  return schema === part.schema ? part : { schema, place: part.place };
}

/** A part without some of its keywords. */
export function without(part: SchemaPart, ...keywords: string[]): SchemaPart {
  return only(part, (keyword) => !keywords.includes(keyword));
}

/** A part with only some of its keywords. */
export function only({ schema, place }: SchemaPart, isKept: (keyword: string) => boolean): SchemaPart {
  const kept: Record<string, Json> = {};
  for (const keyword in schema) if (isKept(keyword)) setKey(kept, keyword, schema[keyword] as Json);
  return { schema: kept, place };
}

interface Expansion {
  readonly parts: SchemaPart[];
  /** The definitions that are being inlined into this conjunction, and those that are already part of it. */
  readonly open: Set<Json>;
  readonly done: Set<Json>;
  readonly keepAllOf: boolean;
  context: Lowering;
  /** The current depth in `allOf`s and references. */
  depth: number;
}

function expandPart(part: SchemaPart, expansion: Expansion): Eventually<boolean> {
  const own = repaired(part, expansion.context);
  if (own.schema.$ref !== undefined) return expandRef(own, expansion);
  if (own.schema.allOf !== undefined && !expansion.keepAllOf) return expandAllOf(own, expansion);
  expansion.parts.push(own);
  return true;
}

function expandAllOf(part: SchemaPart, expansion: Expansion): Eventually<boolean> {
  expansion.context.on(part.place).change("merge-all-of");
  expansion.parts.push(without(part, "allOf"));
  const members = isArray(part.schema.allOf) ? part.schema.allOf : [];
  const below = part.place.at("allOf");
  return everyInSteps(members, (member, index) => expandSchema(member, below.at(index), expansion), expansion.context);
}

function expandSchema(schema: Json, place: SchemaPart["place"], expansion: Expansion): Eventually<boolean> {
  expansion.context.countSchema(place, ++expansion.depth);
  const parts = asParts(schema, place, expansion.context.report);
  if (parts === undefined) return false;
  return after(expandEach(parts, expansion), (isPossible) => {
    if (isPossible) expansion.depth--;
    return isPossible;
  });
}

function expandRef(part: SchemaPart, expansion: Expansion): Eventually<boolean> {
  const rest = siblings(part, expansion.context);
  if (Object.keys(rest.schema).length === 0) return expandTarget(part, expansion);
  return after(expandPart(rest, expansion), (isPossible) => isPossible && expandTarget(part, expansion));
}

function expandTarget(part: SchemaPart, expansion: Expansion): Eventually<boolean> {
  const { context } = expansion;
  const place = part.place.at("$ref");
  const target = context.source.resolve(String(part.schema.$ref));
  if (target === undefined) {
    if (part.place === context.source.place)
      context.on(place).fail("dangling-ref", `$ref ${part.schema.$ref} leads nowhere`);
    context.on(place).lose("dangling-ref");
    return true;
  }
  if (expansion.done.has(target.schema)) return true;
  if (expansion.open.has(target.schema)) return expandCycle(part, context);
  const recursion = context.recursion(target.schema);
  if (recursion > 0) context.shared.hasRecursed = true;
  if (recursion >= context.shared.maxRecursion) {
    context.on(place).lose("recursion", { action: "weakened", detail: { cutAt: context.shared.maxRecursion } });
    return true;
  }
  context.on(part.place).change("inline-ref");
  context.chargeCopy(target.schema, part.place);
  expansion.open.add(target.schema);
  expansion.context = expansion.context.insideDefinition(target.schema);
  return after(expandSchema(target.schema, target.place, expansion), (isPossible) => {
    expansion.open.delete(target.schema);
    expansion.done.add(target.schema);
    return isPossible;
  });
}

function expandCycle(part: SchemaPart, context: Lowering): true {
  const place = part.place.at("$ref");
  if (part.place === context.source.place) context.on(place).fail("cyclic-ref", "$ref leads back to itself");
  context.on(place).lose("cyclic-ref");
  return true;
}

// In draft-07 a reference hides the constraints beside it; annotations are kept nevertheless.
function siblings(part: SchemaPart, context: Lowering): SchemaPart {
  const { refHidesSiblings } = context.source;
  return only(part, (keyword) => keyword !== "$ref" && (!refHidesSiblings || isAnnotation(keyword)));
}

/** Whether a part is a reference without constraints beside it. */
export function isPlainRef(part: SchemaPart, context: Lowering): boolean {
  if (typeof part.schema.$ref !== "string") return false;
  if (context.source.refHidesSiblings) return true;
  return constraintsBeside(part.schema).length === 0;
}

function constraintsBeside(schema: JsonObject): string[] {
  return Object.keys(schema).filter((keyword) => keyword !== "$ref" && !isAnnotation(keyword));
}
