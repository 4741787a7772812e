import { copyJson, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Eventually, Steps } from "../../model/steps.ts";
import { after, isSteps } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import { keywordOf } from "../keywords/index.ts";
import type { Lowered } from "../lens.ts";
import { dropUndeclared } from "../rules/declared-required.ts";
import { expand, isPlainRef } from "../rules/inline-refs.ts";
import { moveReferences, wrapRoot } from "../rules/wrap-root.ts";
import type { SchemaPart, Source } from "../source.ts";
import { ALL, OBJECT } from "../types.ts";
import { impliedTypes } from "./implied-types.ts";
import { copyVerbatim } from "./verbatim.ts";

/** Copies a tool's schema for a target that accepts nearly everything below the root, and makes the root an object. */
export function lowerVerbatimRoot(context: Lowering): Eventually<Lowered> {
  const { source } = context;
  const root: SchemaPart = { schema: source.root, place: source.place };
  const copied =
    root.schema.$ref === undefined
      ? copyRoot(root, context)
      : after(refuseNothing(root, context), () => copyRoot(root, context));
  return after(copied, (copy) => makeRoot(copy, root, context));
}

function makeRoot(copy: Record<string, Json>, root: SchemaPart, context: Lowering): Eventually<Lowered> {
  const { source, profile } = context;
  if (context.shared.modernized) dropDraft(copy, context);
  if (Object.keys(copy).some((keyword) => profile.notAtRoot.has(keyword))) return withoutForbidden(copy, root, context);
  if (!makeObject(copy, context)) return wrap(copy, context);
  if (profile.declaredRequired) dropUndeclared(copy, source.root, source.place, context);
  if (profile.rootProperties && copy.properties === undefined) {
    copy.properties = {};
    context.on(source.place).change("root-properties");
  }
  return { schema: copy };
}

// A root that refers to nothing, or only to itself, describes nothing.
function refuseNothing(root: SchemaPart, context: Lowering): Eventually<void> {
  const mark = context.report.ledger.mark();
  return after(expand([root], context), (expanded) => {
    if (expanded === undefined) context.on(root.place).fail("unsatisfiable", "no arguments satisfy this schema");
    context.report.ledger.rewind(mark);
  });
}

function copyRoot(root: SchemaPart, context: Lowering): Eventually<Record<string, Json>> {
  if (!context.profile.notAtRoot.has("$ref") || !isPlainRef(root, context)) return copyVerbatim(root, context);
  return after(expand([root], context, true), (expanded) => copyParts(expanded?.parts ?? [], context));
}

function* copyParts(parts: readonly SchemaPart[], context: Lowering): Steps<Record<string, Json>> {
  const copy: Record<string, Json> = {};
  for (const part of [...parts].reverse()) {
    const result = copyVerbatim(part, context);
    const own = isSteps(result) ? yield* result : result;
    for (const keyword of Object.keys(own)) setKey(copy, keyword, own[keyword] ?? null);
  }
  return copy;
}

function dropDraft(copy: Record<string, Json>, context: Lowering): void {
  if (copy.$schema === undefined) return;
  delete copy.$schema;
  context.on(context.source.place.at("$schema")).lose("keyword");
}

// A root that is only an `allOf` of plain objects can be merged; any other one is moved below a parameter.
function* withoutForbidden(copy: Record<string, Json>, root: SchemaPart, context: Lowering): Steps<Lowered> {
  const forbidden = Object.keys(copy).filter((keyword) => context.profile.notAtRoot.has(keyword));
  if (forbidden.every((keyword) => keyword === "allOf" || keyword === "$ref")) {
    const merged = yield* merge(copy, root, context);
    if (merged !== undefined) return merged;
  }
  return wrap(copy, context);
}

function* merge(copy: Readonly<Record<string, Json>>, root: SchemaPart, context: Lowering): Steps<Lowered | undefined> {
  const mark = context.report.ledger.mark();
  const result = expand([root], context);
  const expanded = isSteps(result) ? yield* result : result;
  const isPlain = expanded?.parts.every(isMergeable);
  const merged =
    isPlain && expanded ? context.shared.engine.expanded(expanded.parts, root.place, expanded.context) : undefined;
  const lowered = isSteps(merged) ? yield* merged : merged;
  if (lowered === undefined || lowered.lens !== undefined || lowered.schema.type !== "object") {
    context.report.ledger.rewind(mark);
    return undefined;
  }
  const schema: Record<string, Json> = { ...lowered.schema };
  for (const keyword of ["$defs", "definitions"])
    if (copy[keyword] !== undefined) schema[keyword] = copy[keyword] ?? null;
  return { schema };
}

function isMergeable({ schema }: SchemaPart): boolean {
  for (const keyword in schema) if (keywordOf(keyword).preventsMerge) return false;
  return true;
}

function makeObject(copy: Record<string, Json>, context: Lowering): boolean {
  if (copy.type === "object") return true;
  const { source } = context;
  if (copy.type !== undefined || !describesObject(source)) return false;
  copy.type = "object";
  context.on(source.place).change("root-type");
  return true;
}

// A root with keywords for objects alone is an object, unless a reference makes it describe other values as well.
function describesObject(source: Source): boolean {
  const types = source.types(source.root);
  if (types !== ALL) return types === OBJECT;
  return impliedTypes([{ schema: source.root }]) === OBJECT && !source.refersToRoot();
}

function wrap(copy: Record<string, Json>, context: Lowering): Lowered {
  const moved = copyJson(copy);
  moveReferences(moved);
  context.on(context.source.place).change("wrap-root");
  return wrapRoot({ schema: moved }, context.profile);
}
