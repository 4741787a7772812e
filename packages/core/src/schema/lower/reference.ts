import { isObject } from "../../json/value.ts";
import type { Eventually } from "../../model/steps.ts";
import { after } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import { type Lens, type Lowered, lateLens } from "../lens.ts";
import type { Definition } from "../lowering-state.ts";
import { only } from "../rules/inline-refs.ts";
import { isAnnotation, type ReferenceTarget, type SchemaPart, type Source } from "../source.ts";
import { annotate } from "./union.ts";

/** Keeps a reference: its definition is lowered once, under a unique name; `undefined` if it leads nowhere. */
export function lowerReference(part: SchemaPart, context: Lowering): Eventually<Lowered | undefined> {
  const target = context.source.resolve(String(part.schema.$ref));
  if (target === undefined || isAlias(target, context.source)) return undefined;
  return after(define(target, context), (definition) => refer(part, target, definition, context));
}

function refer(
  part: SchemaPart,
  target: ReferenceTarget,
  definition: Definition,
  context: Lowering,
): Lowered | undefined {
  if (definition.isLowered && definition.lowered === undefined) return undefined;
  const types = context.source.types(target.schema);
  const lowered: Lowered = { schema: { $ref: `#/$defs/${definition.name}` }, lens: lensOf(definition), types };
  const beside = only(part, (keyword) => keyword !== "$ref" && !hidden(keyword, context.source));
  if (definition.name !== String(part.schema.$ref).slice("#/$defs/".length))
    context.on(part.place.at("$ref")).change("definition-name");
  return annotate(lowered, [beside], context);
}

function define(target: ReferenceTarget, context: Lowering): Eventually<Definition> {
  const { shared } = context;
  shared.definitions ??= new Map();
  const known = shared.definitions;
  const found = known.get(target.schema);
  if (found !== undefined) return found;
  const wanted = target.place === context.source.place ? "root" : String(target.place.key);
  shared.definitionNames ??= new Map();
  const definition: Definition = { name: freshName(wanted, shared.definitionNames), isLowered: false };
  known.set(target.schema, definition);
  return after(context.child(target.schema, target.place), (lowered) => {
    definition.lowered = lowered;
    definition.isLowered = true;
    return definition;
  });
}

// While a definition is being lowered its lens is not known yet, but may be needed inside it.
function lensOf(definition: Definition): Lens | undefined {
  if (definition.isLowered) return definition.lowered?.lens;
  return lateLens(() => definition.lowered?.lens);
}

// Counts how often a name was requested, so that the next unique name is found without trying all the others.
function freshName(wanted: string, taken: Map<string, number>): string {
  const legal = wanted.replace(/[^a-zA-Z0-9_-]/g, "_") || "definition";
  let count = taken.get(legal) ?? 0;
  let name = legal;
  while (taken.has(name)) name = `${legal}_${++count + 1}`;
  taken.set(legal, count);
  if (name !== legal) taken.set(name, 0);
  return name;
}

function hidden(keyword: string, source: Source): boolean {
  return source.refHidesSiblings && !isAnnotation(keyword);
}

function isAlias(target: ReferenceTarget, source: Source, depth = 0): boolean {
  if (!isObject(target.schema) || typeof target.schema.$ref !== "string") return false;
  const next = source.resolve(target.schema.$ref);
  return depth > MAX_ALIASES || next === undefined || isAlias(next, source, depth + 1);
}

const MAX_ALIASES = 32;
