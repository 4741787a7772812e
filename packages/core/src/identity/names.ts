import type { NameRule } from "../model/name-rule.ts";

/** Replaces every character that a rule forbids, and truncates the name to the length that it allows. */
export function legalName(name: string, rule: NameRule): string {
  const compiled = compile(rule);
  if (name.length <= rule.maxLength && compiled.whole.test(name)) return name;
  const replaced = name.replace(compiled.forbidden, "_");
  const started = compiled.first.test(replaced) ? replaced : `_${replaced}`;
  return started.slice(0, rule.maxLength);
}

/** A short, stable hash of a name: FNV-1a over its UTF-16 code units, twice, in base 36. */
export function hashName(name: string): string {
  return (fnv1a(name, 0x811c9dc5).toString(36) + fnv1a(name, 0x01000193).toString(36)).slice(0, 8).padStart(8, "0");
}

function fnv1a(text: string, basis: number): number {
  let hash = basis;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

interface CompiledRule {
  readonly whole: RegExp;
  readonly forbidden: RegExp;
  readonly first: RegExp;
}

const compiledRules = new WeakMap<NameRule, CompiledRule>();

function compile(rule: NameRule): CompiledRule {
  const known = compiledRules.get(rule);
  if (known !== undefined) return known;
  const first = `[${rule.first ?? rule.characters}]`;
  const compiled = {
    whole: new RegExp(`^${first}[${rule.characters}]*$`),
    forbidden: new RegExp(`[^${rule.characters}]`, "g"),
    first: new RegExp(`^${first}`),
  };
  compiledRules.set(rule, compiled);
  return compiled;
}
