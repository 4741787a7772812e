import { type Converted, isJsonNumber, type Json, type ToolFields } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { checkTools, convertTools, decodeTools, encodeTools } from "./support/dynamic.ts";
import { isDrawn } from "./support/extent.ts";
import { equal, isObject, type Json as PlainJson } from "./support/json.ts";
import {
  DIALECTS,
  type Example,
  type RosettaCase,
  readCases,
  reportedLosses,
  sortedLosses,
  type Target,
} from "./support/rosetta.ts";
import { judge } from "./support/validate.ts";

const CASES = readCases("tools");

/** Claims that do not hold yet, with the reason. One that holds fails, so that its line is removed. */
const KNOWN: readonly (readonly [claim: RegExp, why: string])[] = [];

function claim(title: string, test: () => void): void {
  const why = KNOWN.find(([known]) => known.test(title))?.[1];
  if (why === undefined) it(title, test);
  else it.fails(`${title} (not yet: ${why})`, test);
}

describe("the Rosetta cases", () => {
  it("are at least forty-five, each a sentence in every dialect", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(45);
    for (const { name, meaning } of CASES) expect(meaning, name).toMatch(/^[A-Z`].*\.$/s);
  });

  it("name no target that is no dialect", () => {
    for (const { targets } of CASES)
      for (const { dialect } of targets) expect(DIALECTS as readonly string[]).toContain(dialect);
  });

  it("leave a dialect out only where every tool is dropped there", () => {
    for (const each of CASES) for (const target of each.targets) expectFile(each, target);
  });
});

for (const each of CASES) {
  describe(`${each.name}: ${each.meaning}`, () => {
    for (const target of each.targets) describeTarget(each, target);
    for (const [index, example] of each.examples.entries()) describeExample(each, example, index);
    if (each.canonical !== undefined) describeCanonical(each);
  });
}

// ── one target of one case ──────────────────────────────────────────────────

function describeTarget(each: RosettaCase, target: Target): void {
  const { name, source } = each;
  const { key } = target;
  claim(`${name} from ${source} to ${key}`, () => {
    expectTranslation(each, target);
    const file = each.files.get(key);
    if (file !== undefined) expectFileOf(each, target, file);
  });
}

// The checks are soft, so that a failure does not hide others.
function expectTranslation(each: RosettaCase, target: Target): void {
  const { value, losses } = translate(each, target);
  expect.soft(value, "the translation is the file").toStrictEqual(each.files.get(target.key) ?? []);
  const listed = sortedLosses(each.losses[target.key] ?? []);
  expect.soft(reportedLosses(losses), "the losses are those of losses.json").toEqual(listed);
}

function expectFileOf(each: RosettaCase, target: Target, file: Json): void {
  const { key, dialect } = target;
  const same = convertTools(file, { from: dialect, to: dialect });
  expect.soft(same.value, "decoded and encoded in its own dialect, it is the same").toStrictEqual(file);
  expect.soft(same.losses, "decoded and encoded in its own dialect, it loses nothing").toEqual([]);
  const problems = checkTools(file, { from: dialect, to: dialect }).problems.filter(isError);
  if (isMistake(each, key)) expect.soft(problems, "it is refused by its provider").not.toEqual([]);
  else expect.soft(problems, "it is accepted by its provider").toEqual([]);
  if (target.options.profile !== undefined) return;
  const { value, losses, changes } = translate(each, target);
  if (losses.length === 0 && changes.length === 0) expectSameEverywhere(each, target, value);
}

function isMistake({ malformed, source }: RosettaCase, key: string): boolean {
  return malformed && key === source;
}

function expectFile({ name, files, losses }: RosettaCase, { key }: Target): void {
  if (files.has(key)) return;
  const dropped = (losses[key] ?? []).filter(({ path, action }) => action === "dropped" && path.split("/").length <= 3);
  expect(dropped, `${name} has no ${key}.json, and losses.json does not say that the tool is dropped`).not.toEqual([]);
}

// A file that was written without a change translates to every other dialect as well as the source does.
function expectSameEverywhere(each: RosettaCase, target: Target, tools: Json): void {
  const row = each.targets.indexOf(target);
  for (const [column, other] of each.targets.entries()) {
    if (other.dialect === target.dialect || !isDrawn(3, row, column)) continue;
    const { value } = convertTools(tools, { from: target.dialect, onInvalid: "skip", ...other.options });
    const [one, same] = [withoutDefaults(value), withoutDefaults(translate(each, other).value)];
    if (!equal(one, same)) expect.soft(one, `translated to ${other.key}, it means the same`).toEqual(same);
  }
}

// `strict: false` and a tool without parameters may be explicit or absent.
function withoutDefaults(value: Json): Json {
  if (isJsonNumber(value)) return value;
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (!isObject(value)) return value;
  const entries = Object.entries(value as Record<string, Json>).filter(([key, each]) => !isDefault(key, each));
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutDefaults(each)]));
}

function isDefault(key: string, value: Json): boolean {
  if (key === "strict") return value === false;
  return key === "parameters" && NO_ARGUMENTS.some((none) => equal(value, none));
}

const NO_ARGUMENTS = [{ type: "object", properties: {} }, {}];

// ── lenses ──────────────────────────────────────────────────────────────────

function describeExample(each: RosettaCase, example: Example, index: number): void {
  const { name, source } = each;
  const title = `${name}, example ${index + 1}`;
  const target = each.targets.find(({ key }) => key === example.target);
  if (target === undefined) throw new Error(`${title} is for a target without a file`);
  claim(`${title}: what ${target.key} sends is lifted to ${source}`, () => {
    const { converted, tool } = toolOf(each, example, target);
    expect(converted.lift(tool, example.sent)).toStrictEqual(example.lifted);
  });
  claim(`${title}: what ${source} holds is lowered for ${target.key}`, () => {
    const { converted, tool } = toolOf(each, example, target);
    expect(converted.lower(tool, example.lifted)).toStrictEqual(example.sent);
  });
  claim(`${title}: both are valid, each under its own schema`, () => {
    if (!each.malformed) expectValid(each.files.get(source), source, example.lifted);
    expectValid(each.files.get(target.key), target.dialect, example.sent);
  });
}

function toolOf(each: RosettaCase, example: Example, target: Target): { converted: Converted; tool: string } {
  const converted = translate(each, target);
  return { converted, tool: example.tool ?? [...converted.names.keys()][0] ?? "" };
}

function expectValid(file: Json | undefined, dialect: string, value: Json): void {
  const [tool] = decodeTools(file, { from: dialect }).value;
  if (tool?.type !== "function") throw new Error(`no function in the file of ${dialect}`);
  const verdict = judge(tool.inputSchema as PlainJson);
  expect(verdict.valid(value as PlainJson), verdict.explain(value as PlainJson)).not.toBe(false);
}

// ── the canonical model ─────────────────────────────────────────────────────

function describeCanonical(each: RosettaCase): void {
  const { name, source, canonical } = each;
  claim(`${name} is decoded from ${source} as canonical.json says`, () => {
    const { value } = decodeTools(each.files.get(source), { from: source });
    expect(value.map(({ origin, extras, ...tool }) => ({ ...tool }))).toEqual(canonical);
  });
  for (const target of each.targets) {
    if (target.dialect === source) continue;
    claim(`${name} goes from the canonical model to ${target.key} as its file says`, () => {
      const { value } = encodeTools(canonical as unknown as ToolFields[], { onInvalid: "skip", ...target.options });
      expect(value).toStrictEqual(each.files.get(target.key) ?? []);
    });
  }
}

// ── helpers ─────────────────────────────────────────────────────────────────

const translated = new Map<string, Converted>();

// Several checks need the same translation.
function translate({ name, files, source }: RosettaCase, { key, options }: Target): Converted {
  const known = translated.get(`${name} ${key}`);
  if (known !== undefined) return known;
  const converted = convertTools(files.get(source), { from: source, onInvalid: "skip", ...options });
  translated.set(`${name} ${key}`, converted);
  return converted;
}

function isError({ severity }: { severity: string }): boolean {
  return severity === "error";
}
