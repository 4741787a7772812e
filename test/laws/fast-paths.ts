import { ALL_FAST, type FastOption, type FastPath, stringifyJson } from "@toolglot/core";
import { expect } from "vitest";
import { EXTENT } from "../support/extent.ts";

/** A way to switch fast paths off, as the name of a test and as an option. */
export interface Switch {
  readonly name: string;
  readonly fast: FastOption;
}

/** Every fast path off at once, and each of them off while the others are on. */
export const SWITCHES: readonly Switch[] = [
  { name: "all fast paths", fast: false },
  ...(Object.keys(ALL_FAST) as FastPath[]).map((path) => ({ name: path, fast: { [path]: false } })),
];

/** One translation, as a function of the fast paths that it may take. */
export type Translate = (fast: FastOption) => unknown;

/** The names of the switches that change what a translation gives: its bytes, losses or changes. */
export function switchesThatMatter(translate: Translate, switches: readonly Switch[] = SWITCHES): string[] {
  const reference = outcome(translate, true);
  return tried(switches)
    .filter(({ fast }) => outcome(translate, fast) !== reference)
    .map(({ name }) => name);
}

/** Expects a translation to be the same with and without each fast path; shows the first difference otherwise. */
export function expectSame(translate: Translate, switches: readonly Switch[] = SWITCHES): void {
  const reference = outcome(translate, true);
  for (const { name, fast } of tried(switches)) expect(outcome(translate, fast), `without ${name}`).toBe(reference);
}

let turn = 0;

/** The quick run switches all off at once, and of the others one in turn. */
function tried(switches: readonly Switch[]): readonly Switch[] {
  const [all, ...others] = switches;
  const next = others[turn++ % others.length];
  return EXTENT !== "quick" || all === undefined || next === undefined ? switches : [all, next];
}

/** What a translation gives as text, in which the order of keys counts; an error is an outcome too. */
function outcome(translate: Translate, fast: FastOption): string {
  try {
    return stringifyJson(JSON.parse(JSON.stringify(translate(fast)) ?? "null"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { name, message, path } = error as Error & { path?: string };
    return JSON.stringify({ name, message, path });
  }
}
