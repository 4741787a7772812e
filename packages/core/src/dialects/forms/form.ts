import type { Json } from "../../model/json.ts";
import type { Rule } from "./rule.ts";
import { type Usual, usualOf } from "./usual.ts";

/** How a kind of tool is laid out on the wire. */
export interface FormSpec<Pointer extends string = string> {
  readonly dialect: string;
  /** Written in every tool. */
  readonly constants?: Readonly<Partial<Record<Pointer, Json>>>;
  /** May stand there and says nothing. */
  readonly optional?: Readonly<Partial<Record<Pointer, Json>>>;
  /** May stand there, and says nothing to others, whatever it says. */
  readonly mute?: readonly Pointer[];
  /** Canonical field → rule. */
  readonly rules: Readonly<Record<string, Rule<Pointer>>>;
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
export interface Form {
  readonly dialect: string;
  readonly constants: ReadonlyMap<string, Json>;
  readonly optional: ReadonlyMap<string, Json>;
  readonly mute: ReadonlySet<string>;
  readonly rules: ReadonlyMap<string, Rule>;
  /** The objects that are taken apart. */
  readonly containers: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  /** Fields that nobody misses: those of every node that are no content of it, and those that are handled. */
  readonly unmissed: ReadonlySet<string>;
  readonly inGroup: ReadonlySet<string>;
  readonly madeOf: Readonly<Record<string, string>>;
  readonly variants: ReadonlyMap<string, number>;
  /** The usual way of each variant. */
  readonly usualIn: ReadonlyMap<string, Usual>;
  /** The fields that are written even where there is nothing to say. */
  readonly fillers: readonly string[];
  readonly usual: Usual;
}

/** Canonical field → the pointers where it stands. */
export type Places = Readonly<Record<string, readonly string[]>>;

/** Prepares a form; its pointers are checked against the wire type. */
export function formOf<Pointer extends string>(spec: FormSpec<Pointer>): Form {
  const rules = new Map(Object.entries<Rule>(spec.rules));
  const constants = new Map(Object.entries(spec.constants ?? {}) as [string, Json][]);
  const optional = new Map([...(Object.entries(spec.optional ?? {}) as [string, Json][]), ...nothings(rules)]);
  const places = [...rules.values()].flatMap(({ at }) => at);
  const mute = new Set<string>(spec.mute);
  const known = new Set([...places, ...constants.keys(), ...optional.keys(), ...mute]);
  const containers = new Set([...known].flatMap(ancestors));
  const unmissed = new Set([...STRUCTURE, ...(spec.handled ?? [])]);
  const inGroup = new Set(spec.inGroup);
  const variants = new Map(Object.entries(spec.variants ?? {}));
  const fillers = [...rules.keys()].filter((field) => rules.get(field)?.otherwise !== undefined);
  const { madeOf = {} } = spec;
  const usual = usualOf(rules, { constants, optional, mute, known, madeOf });
  const usualIn = new Map(
    [...variants].map(([variant, index]) => [
      variant,
      usualOf(inVariant(rules, index), { constants, optional, mute, known, madeOf }),
    ]),
  );
  const sets = { constants, optional, mute, rules, containers, known, unmissed, inGroup, madeOf, variants };
  return { dialect: spec.dialect, ...sets, usualIn, fillers, usual };
}

/** Fields that are no content of a node. */
const STRUCTURE = ["type", "origin", "extras"] as const;

/** The fields whose place depends on the variant. */
export const SCHEMA_FIELDS = ["inputSchema", "outputSchema"] as const;

function inVariant(rules: ReadonlyMap<string, Rule>, index: number): Map<string, Rule> {
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
export function placeIn(form: Form, field: string, at: Places): string {
  const { at: places = [] } = form.rules.get(field) ?? {};
  const { at: names = [] } = form.rules.get("name") ?? {};
  const habit = names.indexOf(at.name?.[0] ?? "");
  return places[habit] ?? places[0] ?? "";
}

function nothings(rules: ReadonlyMap<string, Rule>): [pointer: string, value: Json][] {
  return [...rules.values()].flatMap(({ at, nothing }) => {
    return nothing === undefined ? [] : at.map((pointer): [string, Json] => [pointer, nothing]);
  });
}

function ancestors(pointer: string): string[] {
  const end = pointer.lastIndexOf("/");
  if (end <= 0) return [];
  const parent = pointer.slice(0, end);
  return [parent, ...ancestors(parent)];
}
