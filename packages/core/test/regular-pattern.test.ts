import { describe, expect, test } from "vitest";
import { convertTools } from "../../../test/support/dynamic.ts";
import { regularPattern } from "../src/schema/patterns/regular-pattern.ts";

const SAME = [
  ...["^a$", "", "^$", "a|b", "^a|^b$", "(^a)|(b$)", "^(?:a)+?$", "^(?<year>[0-9]{4})$", "^a{0,1000}$", "|a", "^()$"],
  ...[String.raw`^\d+\.\w*\s?$`, String.raw`^a\/b$`, String.raw`^[\w.-]+@[\w-]+\.[a-z]{2,}$`, String.raw`^\p{L}+$`],
  ...[String.raw`^\u00e9\x41\u{1F600}$`, String.raw`^[^\]\\]+$`, "^😀$", "^[a~&-]$"],
];

const REWRITTEN: readonly (readonly [string, string])[] = [
  [String.raw`\<a\>`, "<a>"],
  ["^[^]$", String.raw`^[\s\S]$`],
  [String.raw`^\cA$`, String.raw`^\x01$`],
  [String.raw`^\0$`, String.raw`^\x00$`],
  [String.raw`^[\b]$`, String.raw`^[\x08]$`],
  ["^a{,3}$", String.raw`^a\{,3\}$`],
  ["^[[]$", String.raw`^[\[]$`],
  ["^[[:alpha:]]$", String.raw`^[\[:alpha:]\]$`],
  ["^[a&&b]$", String.raw`^[a\&\&b]$`],
  [String.raw`^[a-\d]$`, String.raw`^[a\-\d]$`],
  [String.raw`^\ud83d\ude00$`, String.raw`^\u{1f600}$`],
  [String.raw`^\a\e\Z$`, "^aeZ$"],
  ["^[^\0]+\n\x7f$", String.raw`^[^\x00]+\x0a\x7f$`],
  ["^[\\\r\n]\\\t$", String.raw`^[\x0d\x0a]\x09$`],
];

const REFUSED = [
  ...[String.raw`\bfoo`, String.raw`^\B$`, String.raw`(a)\1`, String.raw`(?<n>a)\k<n>`],
  ...["(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b"],
  ...["a^b", "a$b", "(a$)b", "(?:^a)?b", "(?:a$)*"],
  ...["^[]$", String.raw`^\ud800$`, String.raw`\07`, "a{4294967296}", "((", `${"(".repeat(100)}${")".repeat(100)}`],
];

describe("a pattern for engines without backtracking", () => {
  test.each(SAME)("stays as it is: %s", (pattern) => {
    expect(regularPattern(pattern)?.text).toBe(pattern);
  });

  test.each(REWRITTEN)("is written so that it means the same: %s", (pattern, text) => {
    expect(regularPattern(pattern)?.text).toBe(text);
  });

  test.each(REFUSED)("cannot be converted: %s", (pattern) => {
    expect(regularPattern(pattern)).toBeUndefined();
  });

  test("is read in time that grows with its length alone", () => {
    expect(regularPattern(`^${"(a|b)?[^x-z]{1,9}".repeat(20_000)}$`)?.largest).toBe(9);
  });
});

const withPattern = (pattern: string) => withText({ pattern });

const withText = (text: object) => ({
  type: "function",
  function: {
    name: "find",
    strict: true,
    parameters: {
      type: "object",
      properties: { word: { type: "string", ...text } },
      required: ["word"],
      additionalProperties: false,
    },
  },
});

test("keeps a pattern that a grammar can be made for in a strict schema", () => {
  const { value, losses } = convertTools([withPattern("^[a-z]+$")], { from: "openai-chat", to: "openai-responses" });
  expect(value[0]).toMatchObject({ strict: true, parameters: { properties: { word: { pattern: "^[a-z]+$" } } } });
  expect(losses).toEqual([]);
});

test("sends a tool without strict mode rather than lose its pattern, under native", () => {
  const { value } = convertTools([withPattern("\\bword\\b")], { from: "openai-chat", to: "openai-responses" });
  expect(value[0]).toMatchObject({ strict: false, parameters: { properties: { word: { pattern: "\\bword\\b" } } } });
});

test("describes a pattern that no grammar can be made for, under strict", () => {
  const options = { from: "openai-chat", to: "openai-responses", profile: "strict" };
  const { value, losses } = convertTools([withPattern("\\bword\\b")], options);
  expect(value[0]).toMatchObject({
    strict: true,
    parameters: { properties: { word: { type: "string", description: "(pattern: \\bword\\b)" } } },
  });
  expect(losses).toMatchObject([{ code: "keyword", feature: "pattern", action: "described" }]);
});

// llguidance: "Unable to determine if regex is empty".
const UNCOUNTED = [
  [{ pattern: "^([a-z][0-9])+$", minLength: 100 }, "minLength"],
  [{ minLength: 50, pattern: "a" }, "minLength"],
  [{ format: "date-time", minLength: 50 }, "minLength"],
  [{ pattern: "[a-zA-Z0-9_-]{162}", maxLength: 256 }, "maxLength"],
] as const;

test.each(UNCOUNTED)(
  "describes a length that is not counted together with a format, under strict: %j",
  (text, feature) => {
    const options = { from: "openai-chat", to: "openai-responses", profile: "strict" };
    expect(convertTools([withText(text)], options).losses).toMatchObject([{ feature, action: "described" }]);
    const [native] = convertTools([withText(text)], { from: "openai-chat", to: "openai-responses" }).value;
    expect(native).toMatchObject({ strict: false, parameters: { properties: { word: text } } });
  },
);

test.each([{ pattern: "^([a-z][0-9])+$" }, { format: "email" }])(
  "describes a form beside a length of another part that is not counted, under strict: %j",
  (form) => {
    const text = { minLength: 100, allOf: [form] };
    const options = { from: "openai-chat", to: "openai-responses", profile: "strict" };
    const { value, losses } = convertTools([withText(text)], options);
    expect(value[0]).toMatchObject({ parameters: { properties: { word: { minLength: 100 } } } });
    expect(losses).toMatchObject([{ feature: Object.keys(form)[0], action: "described" }]);
  },
);

const COUNTED = [
  { pattern: "^[a-z]+$", minLength: 3, maxLength: 2000 },
  { pattern: "[a-z]+", minLength: 1, maxLength: 64 },
  { format: "email", maxLength: 254 },
  { minLength: 500 },
];

test.each(COUNTED)("keeps a length that is counted, under strict: %j", (text) => {
  const { value, losses } = convertTools([withText(text)], {
    from: "openai-chat",
    to: "openai-chat",
    profile: "strict",
  });
  expect(value[0]).toMatchObject({ function: { strict: true, parameters: { properties: { word: text } } } });
  expect(losses).toEqual([]);
});

test("writes a pattern in the engine's syntax, under strict, and reports the change", () => {
  const { value, changes } = convertTools([withPattern("^[^]$")], { from: "openai-chat", to: "openai-responses" });
  expect(value[0]).toMatchObject({ strict: true, parameters: { properties: { word: { pattern: "^[\\s\\S]$" } } } });
  expect(changes).toContainEqual(expect.objectContaining({ rule: "pattern-syntax" }));
});

// A missing `strict` means "try it" there, which tooladapter's matrix knows nothing of.
test.each(["conservative", "native", "lenient"])("sets strict explicitly for a Responses API, under %s", (profile) => {
  const tool = { name: "now", inputSchema: { type: "object", properties: {} } };
  const { value } = convertTools([tool], { from: "mcp", to: "openai-responses", profile });
  expect(value[0]).toHaveProperty("strict", false);
  const [chat] = convertTools([tool], { from: "mcp", to: "openai-chat", profile }).value;
  expect(chat).toHaveProperty("function");
});

test("keeps the source's strict flag, under conservative", () => {
  const [value] = convertTools([withPattern("^a$")], {
    from: "openai-chat",
    to: "openai-responses",
    profile: "conservative",
  }).value;
  expect(value).toHaveProperty("strict", true);
});

test("lifts a tuple although the model adds a key to the object that stands for it", () => {
  const tuple = { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], minItems: 1, items: false };
  const tool = { name: "put", inputSchema: { type: "object", properties: { at: tuple } } };
  const { lift } = convertTools([tool], { from: "mcp", to: "ollama" });
  expect(lift("put", { at: { item_1: 1, item_2: "a", unit: "cm" } })).toEqual({ at: [1, "a"] });
  expect(lift("put", { at: { unit: "cm" } })).toEqual({ at: { unit: "cm" } });
});
