import { ConversionError, JsonError, LosslessNumber } from "@toolglot/core";
import { expect, test } from "vitest";
import { checkTools, convertTools, decodeTools, encodeTools } from "../support/dynamic.ts";
import type { Case } from "../support/engine.ts";
import { isDrawn } from "../support/extent.ts";
import { canonical } from "../support/json.ts";
import { resolve } from "../support/pointer.ts";
import { ATTACKS } from "./attacks.ts";
import { BIG, cyclic, cyclicList, DEEP, LARGER, lists, nested, tool } from "./hostile-values.ts";
import { cases, mainProfiles } from "./run.ts";

const LIMIT = 60_000;
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const fingerprint = () => prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).sort().join());
const clean = fingerprint();

test.each(ATTACKS)(
  "survives $name",
  (attack) => {
    const { tool, keeps } = attack;
    const tools = [tool()];
    const broken = inTime(ATTACKS.indexOf(attack), (at) => attempts(tools, at));
    expect(broken).toEqual([]);
    expect(fingerprint()).toEqual(clean);
    if (keeps !== undefined) expect(canonical(resolve(kept(tools), keeps))).toBe(canonical(resolve(tools, keeps)));
  },
  LIMIT,
);

test.each(ATTACKS)(
  "does not let $name take another tool down",
  ({ tool: hostile }) => {
    const good = {
      name: "good",
      description: "Fine.",
      inputSchema: { type: "object", properties: { a: { type: "string" } } },
    };
    const options = { from: "mcp", to: "openai-chat", onInvalid: "skip" } as const;
    const { value } = convertTools([hostile(), good], options);
    expect((value as unknown[]).some((each) => resolve(each, "/function/name") === "good")).toBe(true);
  },
  LIMIT,
);

const LENS_TOOL = tool({
  type: "object",
  properties: {
    free: { type: "object" },
    any: {},
    map: { type: "object", additionalProperties: { type: "string" } },
    tuple: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] },
    tree: { $ref: "#/$defs/Tree" },
    choice: { enum: [1, "1", null, { a: 1 }] },
  },
  $defs: { Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" }, extra: {} } } },
});

const ARGUMENTS: readonly { name: string; make: () => unknown }[] = [
  { name: "null", make: () => null },
  { name: "a text", make: () => "{" },
  { name: "a list", make: () => [1] },
  {
    name: "wrong types",
    make: () => ({ free: "{", any: 5, map: "x", tuple: { "0": 1 }, tree: [], choice: "nothing" }),
  },
  {
    name: "lists where maps are meant",
    make: () => ({
      map: [{ key: "a" }, { key: 5, value: 1 }, null, { key: "__proto__", value: "x" }],
      tuple: [],
      free: [[]],
    }),
  },
  {
    name: "__proto__ everywhere",
    make: () =>
      JSON.parse(
        '{"__proto__":{"polluted":1},"map":{"__proto__":"x"},"free":{"__proto__":{"polluted":2}},"any":{"constructor":{"prototype":{"polluted":3}}}}',
      ),
  },
  {
    name: "values far deeper than the stack",
    make: () => ({ free: nested("a", DEEP), any: lists(DEEP), tree: nested("next", DEEP) }),
  },
  { name: "values that contain themselves", make: () => ({ free: cyclic({}), any: cyclicList(), tree: cyclic({}) }) },
  {
    name: "no JSON at all",
    make: () => ({ free: { a: undefined, b: () => 1 }, any: Symbol("a"), map: new Map(), tree: new Date(0) }),
  },
  {
    name: "lone surrogates and big numbers",
    make: () => ({ free: { "\ud800": BIG }, any: LARGER, map: { "\udc00": "\ud800" } }),
  },
  { name: "JSON text far deeper than the stack", make: () => ({ free: "[".repeat(DEEP), any: '{"a":'.repeat(DEEP) }) },
];

test.each(ARGUMENTS)(
  "lowers and lifts $name, or says no",
  (row) => {
    const args = row.make();
    const broken = inTime(ARGUMENTS.indexOf(row), (at) => lensAttempts(args, at));
    expect(broken).toEqual([]);
    expect(fingerprint()).toEqual(clean);
  },
  LIMIT,
);

// All targets and profiles together take a second or two of the processor; an attack that takes this many microseconds has won.
const LONGEST = 20_000_000;

// The others differ in words and required-ness, not in how far they walk.
const profiles = mainProfiles("native", "strict", "passthrough");

function inTime(attack: number, run: (at: Case) => string[]): string[] {
  const start = process.cpuUsage();
  const broken: string[] = [];
  for (const at of cases(profiles).filter((_, index) => isDrawn(23, attack, index))) {
    broken.push(...run(at));
    if (process.cpuUsage(start).user > LONGEST)
      return [...broken, `too slow: gave up after ${at.target.id} ${at.profile}`];
  }
  return broken;
}

function attempts(tools: unknown[], { target, profile }: Case): string[] {
  const to = target.dialect;
  const options = { from: "mcp", to, profile, ...(target.variant === undefined ? {} : { variant: target.variant }) };
  const label = `${target.id} ${profile}`;
  return [
    ...guarded(`convert ${label}`, () => safe(convertTools(tools, options).value)),
    ...(profile === "native" ? guarded(`check ${label}`, () => checkTools(tools, { from: "mcp", to })) : []),
    ...(profile === "native" ? guarded(`decode ${label}`, () => decodeTools(tools, { from: to })) : []),
    ...(profile === "native" ? guarded(`check itself ${label}`, () => checkTools(tools, { from: to, to })) : []),
  ];
}

function lensAttempts(args: unknown, { target, profile }: Case): string[] {
  const label = `${target.id} ${profile}`;
  const lenses: { lift?: unknown; lower?: unknown } = {};
  const options = {
    from: "mcp",
    to: target.dialect,
    profile,
    ...(target.variant === undefined ? {} : { variant: target.variant }),
  };
  const made = guarded(label, () => Object.assign(lenses, convertTools([LENS_TOOL], options)));
  const run = (name: "lift" | "lower") => {
    const lens = lenses[name];
    return typeof lens === "function" ? guarded(`${name} ${label}`, () => lens("t", args)) : [];
  };
  return [...made, ...run("lift"), ...run("lower")];
}

function guarded(label: string, action: () => unknown): string[] {
  try {
    action();
    return [];
  } catch (error) {
    if (error instanceof ConversionError || error instanceof JsonError) return [];
    return [`${label}: ${String(error).slice(0, 200)}`];
  }
}

function kept(tools: unknown[]): unknown {
  const decoded = decodeTools(tools, { from: "mcp" }).value;
  return encodeTools(decoded, { to: "mcp", profile: "passthrough" }).value;
}

// What comes out is made of plain objects: a prototype from the input would be pollution.
function safe(value: unknown): void {
  const seen = new Set<unknown>();
  const stack = [value];
  while (stack.length > 0 && seen.size < 20_000) {
    const current = stack.pop();
    if (typeof current !== "object" || current === null || seen.has(current)) continue;
    seen.add(current);
    const prototype = Object.getPrototypeOf(current);
    if (![Object.prototype, Array.prototype, LosslessNumber.prototype, null].includes(prototype))
      throw new Error("an object with a foreign prototype");
    for (const key of Object.keys(current)) stack.push((current as Record<string, unknown>)[key]);
  }
}
