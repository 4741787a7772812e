import { groupBy } from "../group-by.ts";
import type { NameRule } from "../model/name-rule.ts";
import { hashName, legalName } from "./names.ts";

/** The source's name of a tool. */
export interface ToolKey {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** How a target handles names, beyond their rule. */
export interface ToolNameOptions {
  /** `flatten` writes them into the name; `keep` is for targets that have namespaces themselves. */
  readonly namespaces?: "flatten" | "keep";
  /** Names that are reserved for the target's hosted tools. */
  readonly taken?: ReadonlySet<string>;
}

/**
 * A legal name for every tool, in the order of the tools. Which name a tool gets depends on the set only, not on its
 * order: legal names stay, the others are made legal, and carry a hash of the original where they would collide.
 *
 * @example
 * assignToolNames([{ name: "a.b" }, { name: "c" }], { characters: "a-z_", maxLength: 64 }); // ["a_b", "c"]
 */
export function assignToolNames(tools: readonly ToolKey[], rule: NameRule, options: ToolNameOptions = {}): string[] {
  const taken = options.taken ?? new Set();
  const wishes = tools.map((tool) => wantedName(tool, rule, options.namespaces ?? "flatten"));
  const names = new Map<string, string>();
  for (const scope of groupBy(wishes, (wish) => wish.scope).values()) {
    for (const [key, name] of assign(scope.toSorted(byKey), rule, taken)) names.set(key, name);
  }
  return wishes.map(({ key, legal }) => names.get(key) ?? legal);
}

/** The closest legal name of every tool; `undefined` in the rare case that two are the same, or that one has a namespace or is too long. */
export function distinctNames(
  tools: readonly ToolKey[],
  rule: NameRule,
  taken: ReadonlySet<string>,
): string[] | undefined {
  const names = new Set<string>();
  for (const { name, namespace } of tools) {
    const legal = legalName(name, rule);
    if (namespace !== undefined || name.length > rule.maxLength || taken.has(legal)) return undefined;
    names.add(legal);
  }
  return names.size === tools.length ? [...names] : undefined;
}

/** The name that a tool would have without the others. */
interface WantedName {
  /** Distinguishes tools with the same wanted name. */
  readonly key: string;
  /** Names are unique within a scope. */
  readonly scope: string;
  /** The name, with its namespace if namespaces are flattened. */
  readonly full: string;
  /** The closest legal name. */
  readonly legal: string;
}

function wantedName({ namespace = "", name }: ToolKey, rule: NameRule, namespaces: "flatten" | "keep"): WantedName {
  const key = JSON.stringify([namespace, name]);
  const full = namespace === "" || namespaces === "keep" ? name : `${namespace}__${name}`;
  return { key, scope: namespaces === "keep" ? namespace : "", full, legal: legalName(full, rule) };
}

function assign(wishes: readonly WantedName[], rule: NameRule, reserved: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(reserved);
  const grant = ({ key }: WantedName, name: string): void => {
    if (names.has(key) || taken.has(name)) return;
    names.set(key, name);
    taken.add(name);
  };
  for (const wanted of wishes) if (wanted.legal === wanted.full) grant(wanted, wanted.full);
  const waiting = wishes.filter(({ key }) => !names.has(key));
  for (const rivals of groupBy(waiting, ({ legal }) => legal).values()) {
    if (isUnambiguous(rivals, rule)) for (const wanted of rivals) grant(wanted, wanted.legal);
  }
  for (const wanted of waiting) if (!names.has(wanted.key)) grant(wanted, hashed(wanted, rule, taken));
  return names;
}

// If two tools want the same name, neither gets it: names must not depend on the order of the tools.
function isUnambiguous(rivals: readonly WantedName[], rule: NameRule): boolean {
  return rivals.every(({ key, full }) => key === rivals[0]?.key && full.length <= rule.maxLength);
}

function hashed({ key, legal }: WantedName, rule: NameRule, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const suffix = `_${hashName(attempt === 0 ? key : `${key}${attempt}`)}`;
    const name = legal.slice(0, rule.maxLength - suffix.length) + suffix;
    if (!taken.has(name)) return name;
  }
}

// By code units, not by locale: the order must be the same on every machine. Tools without a namespace come first.
function byKey(one: WantedName, other: WantedName): number {
  if (one.key === other.key) return 0;
  return one.key < other.key ? -1 : 1;
}
