// Compiles a layout for the fast path `defaultLayout`.

import type { FieldMapping } from "../mapping/field-mapping.ts";
import { type Layout, placesIn, SCHEMA_FIELDS } from "../mapping/layout.ts";
import { parsePointer } from "../place.ts";
import { type CompiledLayouts, type DefaultLayout, NO_STEP, type RequiredField, type Step } from "./compiled-layout.ts";

/** The compiled layout. It is compiled when it is first used, because a program uses few of all layouts. */
export function compiled(layout: Layout): CompiledLayouts {
  layout.compiled ??= {
    byDefault: compile(layout, layout.fields),
    variants: new Map(
      [...layout.variants].map(([variant, index]) => [variant, compile(layout, inVariant(layout.fields, index))]),
    ),
  };
  return layout.compiled;
}

function inVariant(mappings: ReadonlyMap<string, FieldMapping>, index: number): Map<string, FieldMapping> {
  const moved = new Map(mappings);
  for (const field of SCHEMA_FIELDS) {
    const mapping = mappings.get(field);
    if (mapping !== undefined) moved.set(field, { ...mapping, at: mapping.at.slice(index, index + 1) });
  }
  return moved;
}

function compile(layout: Layout, mappings: ReadonlyMap<string, FieldMapping>): DefaultLayout {
  const { constants, known, containers, derivedFrom } = layout;
  const steps = new Map<string, Step>();
  for (const pointer of known) stepAt(steps, pointer).known = true;
  for (const [pointer, optional] of layout.optional) stepAt(steps, pointer).optional = optional;
  for (const pointer of layout.ignored) stepAt(steps, pointer).ignored = true;
  for (const [pointer, constant] of constants) stepAt(steps, pointer).constant = constant;
  // The place of the name decides where other fields belong, so that one place says nothing by itself.
  const isByName = (mappings.get("name")?.at.length ?? 0) > 1;
  for (const [field, mapping] of mappings) {
    const [first = "", ...others] = mapping.at;
    const step = stepAt(steps, first);
    // Two fields may share a place, which holds a word or a schema.
    if (step.field !== undefined) step.alternative = true;
    Object.assign(step, { field, mapping });
    for (const pointer of others) addOther(stepAt(steps, pointer), isByName ? undefined : { field, mapping, pointer });
  }
  return {
    steps,
    fields: placesIn(mappings, derivedFrom),
    required: [...mappings].flatMap(([field, mapping]) => requiredField(field, mapping)),
    constants: [...constants].map(([pointer, value]) => ({ keys: parsePointer(pointer), value })),
    slots: [...mappings].map(([field, { at, placeholder }]) => ({
      keys: parsePointer(at[0] ?? ""),
      field,
      placeholder,
    })),
    reserved: new Set([...known, ...containers]),
  };
}

function addOther(step: Step, place: Step["other"]): void {
  step.other = step.alternative === undefined ? place : undefined;
  step.alternative = true;
}

function requiredField(field: string, { at, absentMeans, placeholder }: FieldMapping): RequiredField[] {
  return (absentMeans ?? placeholder) === undefined ? [] : [{ field, pointer: at[0] ?? "", absentMeans }];
}

function stepAt(steps: Map<string, Step>, pointer: string): Step {
  let step: Step = { ...NO_STEP, inner: steps };
  for (const key of parsePointer(pointer)) {
    step.inner ??= new Map();
    const next: Step = step.inner.get(key) ?? { ...NO_STEP };
    step.inner.set(key, next);
    step = next;
  }
  return step;
}
