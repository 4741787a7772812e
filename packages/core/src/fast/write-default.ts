// The fast path `defaultLayout`, for writing: the inverse of `read-default.ts`. `mapping/write.ts` writes every object,
// more slowly.

import { copyJson } from "../json/value.ts";
import type { FieldValue } from "../mapping/field-mapping.ts";
import type { Layout } from "../mapping/layout.ts";
import { setAt } from "../mapping/pointer.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { compiled } from "./compile-layout.ts";
import type { DefaultLayout, FieldSlot } from "./compiled-layout.ts";

/** Writes fields in the default layout; `undefined` where the extras say that the source had another one. */
export function writeDefault(
  layout: Layout,
  fieldValue: FieldValue,
  extras: JsonObject,
): Record<string, Json> | undefined {
  const { byDefault } = compiled(layout);
  for (const key in extras) if (!key.startsWith("/") || byDefault.reserved.has(key)) return undefined;
  const out = writeSlots(byDefault, fieldValue);
  for (const pointer in extras) setAt(out, pointer, copyJson(extras[pointer] as Json));
  return out;
}

/** The same for a variant of the dialect, and no extras. */
export function writeDefaultVariant(
  layout: Layout,
  variant: string,
  fieldValue: FieldValue,
): Record<string, Json> | undefined {
  const inVariant = compiled(layout).variants.get(variant);
  return inVariant && writeSlots(inVariant, fieldValue);
}

function writeSlots(layout: DefaultLayout, fieldValue: FieldValue): Record<string, Json> {
  const out = writeConstants(layout);
  for (const slot of layout.slots) writeSlot(out, slot, fieldValue(slot.field));
  return out;
}

/** The same for an object of values and no extras: nodes of a conversation are many and small. */
export function writeDefaultValues(layout: Layout, values: Readonly<Record<string, unknown>>): JsonObject {
  const { byDefault } = compiled(layout);
  const out = writeConstants(byDefault);
  for (const slot of byDefault.slots) writeSlot(out, slot, values[slot.field]);
  return out;
}

function writeConstants({ constants }: DefaultLayout): Record<string, Json> {
  const out: Record<string, Json> = {};
  for (const { keys, value } of constants) put(out, keys, value ?? null);
  return out;
}

function writeSlot(out: Record<string, Json>, { keys, placeholder }: FieldSlot, given: unknown): void {
  const value = typeof given === "symbol" ? placeholder : ((given as Json | undefined) ?? placeholder);
  if (value !== undefined) put(out, keys, value);
}

function put(out: Record<string, Json>, keys: readonly string[], value: Json): void {
  let target = out;
  for (let index = 0; index < keys.length - 1; index++) {
    const key = keys[index] ?? "";
    target[key] ??= {};
    target = target[key] as Record<string, Json>;
  }
  target[keys[keys.length - 1] ?? ""] = value;
}
