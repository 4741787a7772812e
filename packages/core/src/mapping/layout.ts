import { type DefaultLayout, defaultLayoutOf } from "../fast/default-layout.ts";
import type { Json } from "../model/json.ts";
import type { FieldMapping } from "./field-mapping.ts";

/** How a kind of tool is laid out on the wire. */
export interface LayoutSpec<Pointer extends string = string> {
  readonly dialect: string;
  /** Written in every tool. */
  readonly constants?: Readonly<Partial<Record<Pointer, Json>>>;
  /** May stand there and says nothing. */
  readonly optional?: Readonly<Partial<Record<Pointer, Json>>>;
  /** May stand there, and says nothing to others, whatever it says. */
  readonly ignored?: readonly Pointer[];
  /** Canonical field → rule. */
  readonly fields: Readonly<Record<string, FieldMapping<Pointer>>>;
  /** Canonical fields that are written in some other way, or told before: nobody misses them here. */
  readonly handled?: readonly string[];
  /** Canonical fields that are made of what a rule reads: field → the rule's. They stand where that stood. */
  readonly madeOf?: Readonly<Record<string, string>>;
  /** Canonical fields that the group says for its tools. */
  readonly inGroup?: readonly string[];
  /** Variant of the dialect → which of their places its schemas go to. */
  readonly variants?: Readonly<Record<string, number>>;
}

/** A spec, with what is looked up in it again and again. */
export interface Layout {
  readonly dialect: string;
  readonly constants: ReadonlyMap<string, Json>;
  readonly optional: ReadonlyMap<string, Json>;
  readonly ignored: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, FieldMapping>;
  /** The objects that are taken apart. */
  readonly containers: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  /** Fields that nobody misses: those of every node that are no content of it, and those that are handled. */
  readonly unreported: ReadonlySet<string>;
  readonly inGroup: ReadonlySet<string>;
  readonly madeOf: Readonly<Record<string, string>>;
  readonly variants: ReadonlyMap<string, number>;
  /** The usual way of each variant. */
  readonly variantLayouts: ReadonlyMap<string, DefaultLayout>;
  /** The fields that are written even where there is nothing to say. */
  readonly placeholders: readonly string[];
  readonly defaultLayout: DefaultLayout;
}

/** Canonical field → the pointers where it stands. */
export type Places = Readonly<Record<string, readonly string[]>>;

/** Prepares a form; its pointers are checked against the wire type. */
export function defineLayout<Pointer extends string>(spec: LayoutSpec<Pointer>): Layout {
  const fields = new Map(Object.entries<FieldMapping>(spec.fields));
  const constants = new Map(Object.entries(spec.constants ?? {}) as [string, Json][]);
  const optional = new Map([...(Object.entries(spec.optional ?? {}) as [string, Json][]), ...emptyValues(fields)]);
  const places = [...fields.values()].flatMap(({ at }) => at);
  const ignored = new Set<string>(spec.ignored);
  const known = new Set([...places, ...constants.keys(), ...optional.keys(), ...ignored]);
  const containers = new Set([...known].flatMap(ancestors));
  const unreported = new Set([...STRUCTURE, ...(spec.handled ?? [])]);
  const inGroup = new Set(spec.inGroup);
  const variants = new Map(Object.entries(spec.variants ?? {}));
  const placeholders = [...fields.keys()].filter((field) => fields.get(field)?.placeholder !== undefined);
  const { madeOf = {} } = spec;
  const byDefault = defaultLayoutOf(fields, { constants, optional, ignored, known, madeOf });
  const byVariant = new Map(
    [...variants].map(([variant, index]) => [
      variant,
      defaultLayoutOf(inVariant(fields, index), { constants, optional, ignored, known, madeOf }),
    ]),
  );
  const sets = { constants, optional, ignored, fields, containers, known, unreported, inGroup, madeOf, variants };
  return { dialect: spec.dialect, ...sets, variantLayouts: byVariant, placeholders, defaultLayout: byDefault };
}

/** Fields that are no content of a node. */
const STRUCTURE = ["type", "origin", "extras"] as const;

/** The fields whose place depends on the variant. */
export const SCHEMA_FIELDS = ["inputSchema", "outputSchema"] as const;

function inVariant(rules: ReadonlyMap<string, FieldMapping>, index: number): Map<string, FieldMapping> {
  const moved = new Map(rules);
  for (const field of SCHEMA_FIELDS) {
    const rule = rules.get(field);
    if (rule !== undefined) moved.set(field, { ...rule, at: rule.at.slice(index, index + 1) });
  }
  return moved;
}

/**
 * Where a field belongs in a tool that is written in some habit, such as with or without a wrapping.
 * The place of the name tells the habit.
 */
export function placeForField(form: Layout, field: string, at: Places): string {
  const { at: places = [] } = form.fields.get(field) ?? {};
  const { at: names = [] } = form.fields.get("name") ?? {};
  const habit = names.indexOf(at.name?.[0] ?? "");
  return places[habit] ?? places[0] ?? "";
}

function emptyValues(rules: ReadonlyMap<string, FieldMapping>): [pointer: string, value: Json][] {
  return [...rules.values()].flatMap(({ at, emptyValue }) => {
    return emptyValue === undefined ? [] : at.map((pointer): [string, Json] => [pointer, emptyValue]);
  });
}

function ancestors(pointer: string): string[] {
  const end = pointer.lastIndexOf("/");
  if (end <= 0) return [];
  const parent = pointer.slice(0, end);
  return [parent, ...ancestors(parent)];
}
