import { describe, expect, it } from "vitest";
import { DEFINITIONS, mixedSchemas, plainSchemas } from "../properties/mixed-schemas.ts";
import { holds } from "../properties/runs.ts";
import { checkTools, convertTools } from "../support/dynamic.ts";
import { type Case, type Converted, convert, TARGETS } from "../support/engine.ts";
import { instances } from "../support/instances.ts";
import { equal, isObject, type Json, type JsonObject } from "../support/json.ts";
import { mapSubschemas } from "../support/schema.ts";
import { asMeant, withNull } from "../support/schema-types.ts";
import { schemaIn } from "../support/tool-layouts.ts";
import { type Judge, judge } from "../support/validate.ts";
import { weaken } from "../support/weaken.ts";

// Law 3 for schemas of which types are stated in one way and implied in another: what is lowered accepts everything that the source accepts, less
// what a change says, and nothing else beyond the losses; it is lowered to itself.

const ROOT = "/0/inputSchema";
const PROFILES = ["native", "strict", "lenient", "conservative", "portable"];
const CASES = TARGETS.flatMap((target) => PROFILES.map((profile) => ({ target, profile, name: target.id })));

/** Once seen to be narrowed, lost without a report, or refused by the target. */
const EXAMPLES: readonly Json[] = [
  { anyOf: [{ type: "string" }, { type: "array" }], contains: { type: "integer" } },
  { oneOf: [{ type: "string" }, { type: "object" }], required: ["a"], properties: { a: { type: "string" } } },
  { anyOf: [{ type: "string" }, {}], items: { type: "integer" } },
  { $ref: "#/$defs/either", required: ["a"], properties: { a: {} } },
  { $ref: "#/$defs/object", maxItems: 0 },
  { pattern: "^", maxItems: 1 },
  { enum: ["a", null] },
  { type: ["object", "string"], properties: { a: { type: "string" } } },
  { type: ["object", "array", "string", "number", "boolean", "null"], items: { type: "string" } },
  { oneOf: [{ type: "string" }, { type: "null" }], nullable: true },
  { required: ["a"], properties: { a: {} }, pattern: "^" },
  { prefixItems: [{ type: "string", format: "date" }, { const: 1 }] },
  { prefixItems: [{ type: "string" }], items: { type: ["object", "string"] } },
  { prefixItems: [{ type: "string" }], maxItems: 0 },
  { $ref: "#/$defs/either", prefixItems: [{ type: "integer" }] },
  { allOf: [{ additionalProperties: false }, { properties: { a: { type: "string" } } }] },
  { anyOf: [{ type: "null" }, { anyOf: [{ type: "null" }, { $ref: "#/$defs/either" }] }] },
  { allOf: [manyBranches("a"), manyBranches("b")] },
  { type: "array", items: { type: "string", nullable: true } },
  { type: "array", prefixItems: [{ type: ["string", "null"] }] },
];

describe.each(CASES)("$name, $profile", (at) => {
  it("lowers schemas soundly that once were not", () => {
    expect(EXAMPLES.flatMap((schema) => problemsOf(schema, at))).toEqual([]);
  });

  it("lowers schemas soundly that mix the ways to state a type", () =>
    holds(at.profile === "portable" ? plainSchemas : mixedSchemas, 300, (schema) => {
      expect(problemsOf(schema as Json, at)).toEqual([]);
    }));
});

/** One schema, lowered. */
interface Lowering {
  readonly tool: JsonObject;
  readonly converted: Converted;
  readonly lowered: Json;
  readonly at: Case;
}

function problemsOf(schema: Json, at: Case): string[] {
  const inputSchema = { type: "object", properties: { p: schema }, required: ["p"], $defs: DEFINITIONS };
  // Only a schema without any reference is portable.
  const { $defs: _, ...plain } = inputSchema;
  const tool = {
    name: "made_up",
    description: "Made up.",
    inputSchema: at.profile === "portable" ? plain : inputSchema,
  };
  const converted = convert(tool as JsonObject, at);
  if (converted.type === "refused") return [];
  const lowered = schemaIn(converted.value, at.target.dialect);
  const lowering: Lowering = { tool: tool as JsonObject, converted, lowered, at };
  return [
    ...refusedByTarget(lowering),
    ...ghosts(lowering),
    ...narrowed(lowering),
    ...widened(lowering),
    ...again(lowering),
  ].map((problem) => JSON.stringify({ schema, lowered, ...problem }));
}

function refusedByTarget({ converted, at }: Lowering): JsonObject[] {
  const { dialect } = at.target;
  const { problems } = checkTools(converted.value, { from: dialect, to: dialect });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ path, rule }) => ({ is: "refused", path, rule }));
}

function ghosts({ tool, converted }: Lowering): JsonObject[] {
  const { unresolved } = weaken([tool], converted.losses, ROOT);
  return unresolved.map((path) => ({ is: "a loss of what is not there", path }));
}

function narrowed({ tool, converted, lowered }: Lowering): JsonObject[] {
  const source = tool.inputSchema as Json;
  const read = asMeant(source);
  const isClosed = converted.changes.some(({ rule }) => rule === "close-object");
  const verdict = judge(lowered);
  const meant = judge(isClosed ? closed(read) : read);
  for (const x of validBy(source, judge(withNull(source)))) {
    if (meant.valid(x) !== true) continue;
    const low = converted.lower(x);
    if (verdict.valid(low) === false) return [{ is: "narrower", x, low, why: verdict.explain(low) }];
    if (!equal(converted.lift(low), x)) return [{ is: "another value when lifted", x, low }];
  }
  return [];
}

// The library reads declared properties as all there are, where a target wants to know.
function closed(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const inner = mapSubschemas(schema, closed);
  return inner.properties === undefined ? inner : { additionalProperties: false, ...inner };
}

function widened({ tool, converted, lowered }: Lowering): JsonObject[] {
  // Less of what these hold would reject more.
  if (converted.losses.some(({ path }) => /\/(oneOf|not|contains)\//.test(path))) return [];
  const verdict = judge(withNull(weaken([tool], converted.losses, ROOT).schema));
  for (const y of validBy(lowered, judge(lowered))) {
    const high = converted.lift(y);
    if (verdict.valid(high) === false) return [{ is: "wider without a loss", y, high, why: verdict.explain(high) }];
  }
  return [];
}

function again({ converted, lowered, at: { target, profile } }: Lowering): JsonObject[] {
  const { dialect, variant } = target;
  const way = { from: dialect, to: dialect, profile, ...(variant === undefined ? {} : { variant }) };
  const { value, losses } = convertTools(converted.value, way);
  const second = schemaIn(value, dialect);
  if (losses.length > 0) return losses.map(({ path, code }) => ({ is: "lost the second time", path, code }));
  // The same may be written in another way: null without a description, or no properties.
  const [before, after] = [judge(lowered), judge(second)];
  const differs = [...validBy(lowered, before), ...validBy(second, after)].filter(
    (each) => before.valid(each) !== after.valid(each),
  );
  return differs.length === 0 ? [] : [{ is: "another schema the second time", second, differs }];
}

const POOL: readonly Json[] = [
  ...[null, true, 0, 1, -1, 2.5, "", "a", "abc", [], [1], ["a"], ["a", 1], [null], [[1]], [{ a: "a" }]],
  ...[{}, { a: "a" }, { a: 1 }, { b: 1 }, { a: "a", b: "b" }, { a: null }, { a: { a: "a" } }],
];

function validBy(schema: Json, verdict: Judge): Json[] {
  const made = instances(withNull(schema), { seed: "mixed", count: 3, root: "object" });
  return [...POOL.map((p) => ({ p })), ...made].filter((each) => verdict.valid(each) === true);
}

function manyBranches(prefix: string): Json {
  return { anyOf: Array.from({ length: 300 }, (_, index) => ({ const: `${prefix}${index}` })) };
}
