import { ConversionError, JsonError, LosslessNumber } from "@toolglot/core";
import { expect, test } from "vitest";
import { checkTools, convertTools, decodeTools, encodeTools } from "../support/dynamic.ts";
import type { Case } from "../support/engine.ts";
import { byExtent, isDrawn } from "../support/extent.ts";
import { canonical } from "../support/json.ts";
import { resolve } from "../support/pointer.ts";
import { cases, mainProfiles } from "./run.ts";

/** Something hostile, and where in the MCP form its heart is, if it must come back as it was under `passthrough`. */
interface Attack {
  readonly name: string;
  readonly tool: () => unknown;
  readonly keeps?: string;
}

/** Far deeper than the stack. */
const DEEP = byExtent({ quick: 100_000, sample: 1_000_000, all: 1_000_000 });
const BIG = new LosslessNumber("12345678901234567890.000000000000001");
const LARGER = new LosslessNumber("1e400");
const METHODS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "toJSON",
  "length",
];
const PROTO = `{"name":"p","description":"d","__proto__":{"polluted":1},"inputSchema":{"type":"object","__proto__":{"type":"string"},
  "properties":{"__proto__":{"type":"object","__proto__":{"polluted":2},"properties":{"constructor":{"const":{"__proto__":{"polluted":3}}}}}},
  "required":["__proto__"],"$defs":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"default":{"__proto__":{"polluted":4}}}}`;

const ATTACKS: readonly Attack[] = [
  { name: "__proto__ at every level", tool: () => JSON.parse(PROTO), keeps: "/0" },
  {
    name: "properties named like methods",
    tool: () => tool({ type: "object", properties: everywhere(METHODS) }),
    keeps: "/0/inputSchema",
  },
  { name: "a schema nested far deeper than the stack", tool: () => tool(nested("items", DEEP)) },
  { name: "properties nested far deeper than the stack", tool: () => tool(nestedProperties(DEEP)) },
  {
    name: "a default nested far deeper than the stack",
    tool: () => tool({ type: "object", properties: { a: { default: nested("a", DEEP) } } }),
  },
  {
    name: "an unknown field nested far deeper than the stack",
    tool: () => ({ ...tool({ type: "object" }), unknown: nested("a", DEEP) }),
  },
  {
    name: "a million lists in each other",
    tool: () => tool({ type: "object", properties: { a: { enum: [lists(DEEP)] } } }),
  },
  { name: "allOf nested far deeper than the stack", tool: () => tool(nestedList("allOf", DEEP)) },
  { name: "anyOf nested a hundred thousand deep", tool: () => tool(nestedList("anyOf", 100_000)) },
  {
    name: "a bomb of references in properties",
    tool: () => tool(bomb((next) => ({ type: "object", properties: { a: next, b: next } }))),
  },
  { name: "a bomb of references in allOf", tool: () => tool(bomb((next) => ({ allOf: [next, next] }))) },
  { name: "a bomb of references in anyOf", tool: () => tool(bomb((next) => ({ anyOf: [next, next] }))) },
  {
    name: "a bomb of references in tuples",
    tool: () => tool(bomb((next) => ({ type: "array", prefixItems: [next, next] }))),
  },
  {
    name: "a bomb that refers to itself as well",
    tool: () => tool(bomb((next) => ({ type: "object", properties: { a: next, b: next, c: { $ref: "#" } } }))),
  },
  {
    name: "references in a circle",
    tool: () => tool({ $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } }),
  },
  { name: "a root that is a reference to itself", tool: () => tool({ $ref: "#" }) },
  { name: "allOf of itself", tool: () => tool({ type: "object", allOf: [{ $ref: "#" }, { $ref: "#" }] }) },
  { name: "a chain of ten thousand references", tool: () => tool(chain(10_000)) },
  {
    name: "references with odd pointers",
    tool: () =>
      tool({
        type: "object",
        properties: { a: { $ref: "#/%E0%A4%A" }, b: { $ref: "#/__proto__/x" }, c: { $ref: "#/constructor" } },
      }),
  },
  {
    name: "lone surrogates",
    tool: () =>
      tool({
        type: "object",
        properties: { "\ud800": { type: "string", enum: ["\udc00", "a\ud800"], description: "\udfff" } },
      }),
    keeps: "/0/inputSchema",
  },
  {
    name: "numbers beyond a double",
    tool: () =>
      tool({
        type: "object",
        properties: { a: { type: "integer", minimum: BIG, maximum: LARGER, enum: [BIG], default: BIG } },
      }),
    keeps: "/0/inputSchema",
  },
  {
    name: "an enum of twenty thousand",
    tool: () =>
      tool({ type: "object", properties: { a: { enum: Array.from({ length: 20_000 }, (_, index) => `v${index}`) } } }),
    keeps: "/0/inputSchema",
  },
  {
    name: "ten thousand properties",
    tool: () =>
      tool({
        type: "object",
        properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: "string" }])),
      }),
    keeps: "/0/inputSchema",
  },
  {
    name: "names that become the same",
    tool: () =>
      tool({ type: "object", properties: everywhere(["a b", "a_b", "a.b", "a-b", "a/b", "a b ", "ä", "ö", ""]) }),
    keeps: "/0/inputSchema",
  },
  {
    name: "a description of ten megabytes",
    tool: () => ({ ...tool({ type: "object" }), description: "x".repeat(10_000_000) }),
  },
  {
    name: "a pattern that blocks",
    tool: () =>
      tool({
        type: "object",
        properties: {
          a: { type: "string", pattern: "^(a+)+$", default: `${"a".repeat(40)}!`, enum: [`${"a".repeat(40)}!`] },
        },
      }),
    keeps: "/0/inputSchema",
  },
  {
    name: "patternProperties that block",
    tool: () =>
      tool({ type: "object", properties: { [`${"a".repeat(40)}!`]: {} }, patternProperties: { "^(a+)+$": {} } }),
  },
  { name: "an object that contains itself", tool: () => cyclic(tool({ type: "object" })) },
  { name: "a schema that contains itself", tool: () => tool(cyclic({ type: "object" })) },
  {
    name: "a list that contains itself",
    tool: () => tool({ type: "object", properties: { a: { enum: cyclicList() } } }),
  },
  { name: "a date", tool: () => tool({ type: "object", properties: { a: { default: new Date(0) } } }) },
  { name: "a function", tool: () => tool({ type: "object", properties: { a: { default: () => 1 } } }) },
  { name: "undefined", tool: () => tool({ type: "object", properties: { a: undefined, b: { default: undefined } } }) },
  { name: "a symbol", tool: () => tool({ type: "object", properties: { a: { default: Symbol("a") } } }) },
  { name: "a bigint", tool: () => tool({ type: "object", properties: { a: { default: 10n } } }) },
  {
    name: "NaN and infinity",
    tool: () => tool({ type: "object", properties: { a: { minimum: Number.NaN, maximum: Number.POSITIVE_INFINITY } } }),
  },
  {
    name: "a map, a set and a proxy",
    tool: () =>
      tool({
        type: "object",
        properties: { a: { default: new Map([[1, 2]]) }, b: { default: new Set([1]) }, c: new Proxy({}, {}) },
      }),
  },
  {
    name: "a sparse list",
    tool: () => tool({ type: "object", properties: { a: { enum: Array(3) } }, required: Array(2) }),
  },
  ...["", 0, null, true, [], "tool", [[]]].map((value) => ({
    name: `${JSON.stringify(value)} for a tool`,
    tool: () => value,
  })),
  ...["", 0, null, [], "schema"].map((value) => ({
    name: `${JSON.stringify(value)} for a schema`,
    tool: () => tool(value),
  })),
  ...["", 0, null, [], {}, "__proto__", "constructor"].map((name) => ({
    name: `${JSON.stringify(name)} for a name`,
    tool: () => ({ name, inputSchema: { type: "object" } }),
  })),
];

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

// All targets and profiles together take a second or two; an attack that takes this long has won.
const PATIENCE = 20_000;

// The others differ in words and required-ness, not in how far they walk.
const profiles = mainProfiles("native", "strict", "passthrough");

function inTime(attack: number, run: (at: Case) => string[]): string[] {
  const start = performance.now();
  const broken: string[] = [];
  for (const at of cases(profiles).filter((_, index) => isDrawn(3, attack, index))) {
    broken.push(...run(at));
    if (performance.now() - start > PATIENCE)
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

function tool(inputSchema: unknown): Record<string, unknown> {
  return { name: "t", description: "Hostile.", inputSchema };
}

function everywhere(names: readonly string[]): unknown {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join()}}`);
}

function nested(key: string, depth: number): unknown {
  let value: unknown = { type: "string" };
  for (let level = 0; level < depth; level++)
    value = key === "items" ? { type: "array", items: value } : { [key]: value };
  return value;
}

function nestedProperties(depth: number): unknown {
  let value: unknown = { type: "string" };
  for (let level = 0; level < depth; level++) value = { type: "object", properties: { a: value } };
  return value;
}

function nestedList(keyword: string, depth: number): unknown {
  let value: unknown = { type: "object" };
  for (let level = 0; level < depth; level++) value = { [keyword]: [value] };
  return value;
}

function lists(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function bomb(link: (next: unknown) => unknown): unknown {
  const definitions = Array.from({ length: 30 }, (_, index) => [`d${index}`, link({ $ref: `#/$defs/d${index + 1}` })]);
  return { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(definitions), d30: { type: "string" } } };
}

function chain(length: number): unknown {
  const definitions = Array.from({ length }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]);
  return {
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: { ...Object.fromEntries(definitions), [`d${length}`]: { type: "string" } },
  };
}

function cyclic(value: Record<string, unknown>): Record<string, unknown> {
  value.self = value;
  value.properties = { again: value };
  value.next = value;
  return value;
}

function cyclicList(): unknown[] {
  const list: unknown[] = [];
  list.push(list);
  return list;
}
