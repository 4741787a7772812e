import { convertTools, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";

const BRANCH = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };

/** Schemas of which a part is left out that decides what is rejected: what they become, and what is lost. */
const ROWS: readonly (readonly [string, Json, Json, readonly string[]])[] = [
  ["a malformed enum under not", { not: { enum: "a" } }, {}, ["/not dropped"]],
  ["an enum without values under not", { type: "string", not: { enum: [] } }, { type: "string" }, ["/not dropped"]],
  ["an enum that contradicts its type, under not", { not: { type: "string", enum: [1] } }, {}, ["/not dropped"]],
  ["a malformed keyword deep under not", { not: { properties: { a: { enum: "a" } } } }, {}, ["/not dropped"]],
  ["a reference to nowhere under not", { not: { $ref: "#/$defs/none" } }, {}, ["/not dropped"]],
  [
    "a malformed annotation under not",
    { not: { type: "string", title: 1 } },
    { not: { type: "string" } },
    ["/not/title dropped"],
  ],
  [
    "a malformed keyword under if",
    { if: { minLength: "x" }, then: { maxLength: 1 } },
    { then: { maxLength: 1 } },
    ["/if dropped"],
  ],
  [
    "a malformed branch of oneOf",
    { oneOf: [BRANCH, { type: "string", minLength: "x" }] },
    { anyOf: [BRANCH, { type: "string" }] },
    ["/oneOf/1/minLength dropped", "/oneOf weakened"],
  ],
  [
    "a malformed branch of oneOf beside anyOf",
    { anyOf: [{ type: "string" }], oneOf: [{ enum: "a" }, { type: "string" }] },
    { anyOf: [{ type: "string" }] },
    ["/oneOf dropped"],
  ],
  [
    "a malformed branch of anyOf",
    { anyOf: [BRANCH, { type: "string", minLength: "x" }] },
    { anyOf: [BRANCH, { type: "string" }] },
    ["/anyOf/1/minLength dropped"],
  ],
];

describe.each(["anthropic", "openai-responses"] as const)("for %s", (to) => {
  it.each(ROWS)("%s does not make the schema stricter", (_, schema, lowered, losses) => {
    const tool = { name: "t", inputSchema: { type: "object", properties: { p: schema } } };
    const converted = convertTools([tool], { from: "mcp", to });
    const [{ input_schema: sent, parameters = sent }] = converted.value as unknown as [Record<string, Json>];
    expect(parameters).toEqual({ type: "object", properties: { p: lowered } });
    const at = "/0/inputSchema/properties/p";
    expect(converted.losses.map(({ path, action }) => `${path.replace(at, "")} ${action}`)).toEqual(losses);
  });
});
