import {
  BIG,
  bomb,
  chain,
  cyclic,
  cyclicList,
  DEEP,
  everywhere,
  LARGER,
  lists,
  METHODS,
  nested,
  nestedList,
  nestedProperties,
  tool,
} from "./hostile-values.ts";

/** Something hostile, and where in the MCP form its heart is, if it must come back as it was under `passthrough`. */
export interface Attack {
  readonly name: string;
  readonly tool: () => unknown;
  readonly keeps?: string;
}

const PROTO = `{"name":"p","description":"d","__proto__":{"polluted":1},"inputSchema":{"type":"object","__proto__":{"type":"string"},
  "properties":{"__proto__":{"type":"object","__proto__":{"polluted":2},"properties":{"constructor":{"const":{"__proto__":{"polluted":3}}}}}},
  "required":["__proto__"],"$defs":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"default":{"__proto__":{"polluted":4}}}}`;

/** Hostile tools. */
export const ATTACKS: readonly Attack[] = [
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
