// A layout is a table from canonical fields to JSON Pointers of one kind of object of a dialect, such as a function or
// a text block. It is used in both directions: `read.ts` takes the fields out of an object, `write.ts` puts them back.

import type { CompiledLayouts } from "../fast/compiled-layout.ts";
import { UNKNOWN_CONTENT } from "../loss-levels.ts";
import type { Json } from "../model/json.ts";
import type { UnknownFieldLevels } from "../model/loss.ts";
import type { FieldMapping } from "./field-mapping.ts";

/** How a kind of object is laid out on the wire. */
export interface LayoutSpec<Pointer extends string = string> {
  readonly dialect: string;
  /** Written in every object. */
  readonly constants?: Readonly<Partial<Record<Pointer, Json>>>;
  /** Pointer → the value that means the same as an absent field, such as `"annotations": []`. */
  readonly optional?: Readonly<Partial<Record<Pointer, Json>>>;
  /** Fields that may be present and mean nothing to other dialects, whatever their value. */
  readonly ignored?: readonly Pointer[];
  /** Canonical field → its places. */
  readonly fields: Readonly<Record<string, FieldMapping<Pointer>>>;
  /** Canonical fields that the codec itself writes by other means or reports: `writeNode` reports none of them. */
  readonly handled?: readonly string[];
  /** Canonical fields that are derived from what a field mapping reads: field → that mapping's field. They have its place. */
  readonly derivedFrom?: Readonly<Record<string, string>>;
  /** Canonical fields that stand in the object around several tools (see `Group` in `extras.ts`). */
  readonly inGroup?: readonly string[];
  /** The levels of fields that the layout does not name, where they are not content. */
  readonly unknown?: UnknownFieldLevels;
  /** Variant of the dialect (option `variant`) → the index among the places of its schemas, where it has two fields for them. */
  readonly variants?: Readonly<Record<string, number>>;
}

/** A `LayoutSpec`, prepared for lookups. */
export interface Layout {
  readonly dialect: string;
  readonly constants: ReadonlyMap<string, Json>;
  readonly optional: ReadonlyMap<string, Json>;
  readonly ignored: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, FieldMapping>;
  /** Canonical field → its pointer in the default layout, derived fields included. */
  readonly defaultPlaces: Readonly<Record<string, string>>;
  /** The pointers of objects that fields stand in. */
  readonly containers: ReadonlySet<string>;
  /** Every pointer that the spec names. */
  readonly known: ReadonlySet<string>;
  /** Fields that `writeNode` does not report: structure, and fields that the codec handles. */
  readonly unreported: ReadonlySet<string>;
  /** Canonical fields of a tool that have a place, in the object itself or around it. */
  readonly placed: ReadonlySet<string>;
  readonly derivedFrom: Readonly<Record<string, string>>;
  readonly variants: ReadonlyMap<string, number>;
  readonly unknown: UnknownFieldLevels;
  /** The fields that are written even if they have no value. */
  readonly placeholders: readonly string[];
  /** What the fast path has compiled the layout to, as soon as it was used. */
  compiled: CompiledLayouts | undefined;
}

/** Canonical field → the pointers of its places. */
export type Places = Readonly<Record<string, readonly string[]>>;

/** Prepares a layout; its pointers are checked against the wire type. */
export function defineLayout<Pointer extends string>(spec: LayoutSpec<Pointer>): Layout {
  const fields = new Map(Object.entries<FieldMapping>(spec.fields));
  const constants = new Map(Object.entries(spec.constants ?? {}) as [string, Json][]);
  const optional = new Map([...(Object.entries(spec.optional ?? {}) as [string, Json][]), ...emptyValues(fields)]);
  const ignored = new Set<string>(spec.ignored);
  const places = [...fields.values()].flatMap(({ at }) => at);
  const known = new Set([...places, ...constants.keys(), ...optional.keys(), ...ignored]);
  const pointers = { constants, optional, ignored, known, containers: new Set([...known].flatMap(ancestors)) };
  const { derivedFrom = {}, dialect } = spec;
  const variants = new Map(Object.entries(spec.variants ?? {}));
  return {
    dialect,
    ...pointers,
    fields,
    derivedFrom,
    variants,
    unknown: spec.unknown ?? UNKNOWN_CONTENT,
    defaultPlaces: placesIn(fields, derivedFrom),
    unreported: new Set([...STRUCTURE, ...(spec.handled ?? [])]),
    placed: new Set([...fields.keys(), ...(spec.inGroup ?? [])]),
    placeholders: [...fields.keys()].filter((field) => fields.get(field)?.placeholder !== undefined),
    compiled: undefined,
  };
}

/** Fields that are not content of a node. */
const STRUCTURE = ["type", "origin", "extras"] as const;

/** The fields whose place depends on the variant of the dialect. */
export const SCHEMA_FIELDS = ["inputSchema", "outputSchema"] as const;

/**
 * Where a field belongs in an object that is written in one of several layout variants, such as with or without a wrapper
 * around its fields. The place of the name decides the variant.
 */
export function placeForField(layout: Layout, field: string, at: Places): string {
  const { at: places = [] } = layout.fields.get(field) ?? {};
  const { at: names = [] } = layout.fields.get("name") ?? {};
  const variant = names.indexOf(at.name?.[0] ?? "");
  return places[variant] ?? places[0] ?? "";
}

/** The places of fields, and of those that are derived from them. */
export function withDerivedFields(
  fields: Readonly<Record<string, string>>,
  derivedFrom: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const all: Record<string, string> = { ...fields };
  for (const [field, source] of Object.entries(derivedFrom)) {
    const pointer = fields[source];
    if (pointer !== undefined) all[field] = pointer;
  }
  return all;
}

/** Where the fields stand in the default layout. */
export function placesIn(
  mappings: ReadonlyMap<string, FieldMapping>,
  derivedFrom: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const places = Object.fromEntries([...mappings].map(([field, { at }]) => [field, at[0] ?? ""]));
  return withDerivedFields(places, derivedFrom);
}

function emptyValues(mappings: ReadonlyMap<string, FieldMapping>): [pointer: string, value: Json][] {
  return [...mappings.values()].flatMap(({ at, emptyValue }) => {
    return emptyValue === undefined ? [] : at.map((pointer): [string, Json] => [pointer, emptyValue]);
  });
}

function ancestors(pointer: string): string[] {
  const end = pointer.lastIndexOf("/");
  if (end <= 0) return [];
  const parent = pointer.slice(0, end);
  return [parent, ...ancestors(parent)];
}
