import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CORPUS, corpusTools } from "../../../../test/support/corpus.ts";
import type { Json } from "../../../../test/support/json.ts";
import { judge } from "../../../../test/support/validate.ts";
import { argumentsFor, valueFor } from "../../src/sim/arguments.ts";

/** In their place there would be a sample of oddities, of which some have no valid value at all. */
const haveTools = existsSync(`${CORPUS}/tools.dev.jsonl`);
if (!haveTools) console.warn(`*** ${CORPUS}/tools.dev.jsonl is absent: no arguments are made up for real tools ***`);

const ROWS: readonly (readonly [what: string, schema: Json])[] = [
  ["required properties", { type: "object", properties: { a: { type: "string" } }, required: ["a"] }],
  [
    "an enum and a const",
    { type: "object", properties: { a: { enum: [3] }, b: { const: null } }, required: ["a", "b"] },
  ],
  ["bounds", { type: "integer", exclusiveMinimum: 4, multipleOf: 3, maximum: 6 }],
  ["an upper bound alone", { type: "number", maximum: -3 }],
  ["lengths", { type: "string", minLength: 9, maxLength: 9 }],
  ["a pattern", { type: "string", pattern: "^(?:[A-Z]{3}|x)-\\d{2,}(?:\\.[^.]+)?$" }],
  ["an array of distinct numbers", { type: "array", items: { type: "integer" }, minItems: 3, uniqueItems: true }],
  ["a tuple", { type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }], minItems: 2 }],
  [
    "alternatives",
    { anyOf: [{ type: "null" }, { type: "object", required: ["a"], properties: { a: { type: "number" } } }] },
  ],
  ["parts of a whole", { allOf: [{ required: ["a"] }, { properties: { a: { type: "integer", minimum: 7 } } }] }],
  ["a number of properties", { type: "object", minProperties: 2, additionalProperties: { type: "boolean" } }],
  [
    "a reference to itself",
    {
      type: "object",
      properties: { next: { $ref: "#" }, id: { $ref: "#/$defs/id" } },
      required: ["id"],
      $defs: { id: { type: "string", format: "uuid" } },
    },
  ],
];

describe("values made from a schema", () => {
  it.each(ROWS)("are valid under it: %s", (_, schema) => {
    expect(judge(schema).valid(valueFor(schema) as Json)).toBe(true);
  });

  it("are finite for a recursive schema", () => {
    const schema = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
    expect(JSON.stringify(argumentsFor(schema)).length).toBeLessThan(1000);
  });

  it("support Gemini's upper-case types", () => {
    expect(argumentsFor({ type: "OBJECT", properties: { n: { type: "INTEGER" } }, required: ["n"] })).toEqual({ n: 1 });
  });

  it.skipIf(!haveTools)("are valid for nearly every real tool", () => {
    // Nothing is valid under these.
    const wellFormed = corpusTools().filter(
      ({ tool }) =>
        !/"type":(?:"(?!(?:string|number|integer|boolean|object|array|null)")|\d)|"enum":\[\]/.test(
          JSON.stringify(tool),
        ),
    );
    const judged = wellFormed.map(({ tool }) => {
      const schema = tool.inputSchema ?? {};
      return { schema, valid: judge(schema).valid(argumentsFor(schema) as Json) };
    });
    const known = judged.filter(({ valid }) => valid !== undefined);
    const wrong = known.filter(({ valid }) => valid === false);
    expect(wrong.length / known.length).toBeLessThan(0.001);
  });
});
