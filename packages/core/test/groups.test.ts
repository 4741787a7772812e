import { describe, expect, test } from "vitest";
import { convertTools } from "../../../test/support/dynamic.ts";

const good = { name: "good", parametersJsonSchema: { type: "object", properties: {} } };
const bad = { name: "bad", parametersJsonSchema: "text" };

describe("a group with one function that cannot be read", () => {
  test("loses that function alone, where it may be left out", () => {
    const { value, losses } = skip([{ functionDeclarations: [bad, good] }], "gemini");
    expect(value).toMatchObject([{ name: "good" }]);
    expect(losses).toMatchObject([
      { code: "refused", feature: "bad", path: "/0/functionDeclarations/0", detail: { code: "wrong-type" } },
    ]);
  });

  test("keeps the built-in tools next to it", () => {
    const { value, losses } = skip([{ functionDeclarations: [bad], googleSearch: {} }], "gemini");
    expect(value).toMatchObject([{ name: "web_search" }]);
    expect(losses).toMatchObject([{ code: "refused", path: "/0/functionDeclarations/0" }]);
  });

  test("keeps the rest of its namespace", () => {
    const tools = [
      { type: "function", name: "find", parameters: { type: "object", properties: {} } },
      { type: "function", parameters: {} },
    ];
    const { value, losses } = skip([{ type: "namespace", name: "crm", description: "", tools }], "openai-responses");
    expect(value).toMatchObject([{ name: "crm__find" }]);
    expect(losses).toContainEqual(expect.objectContaining({ code: "refused", path: "/0/tools/1" }));
  });

  test("is left out itself where nothing else is in it", () => {
    const { value, losses } = skip([{ functionDeclarations: [bad], x: 1 }, { functionDeclarations: [good] }], "gemini");
    expect(value).toMatchObject([{ name: "good" }]);
    expect(losses.map(({ path }) => path)).toEqual(["/0/functionDeclarations/0", "/0"]);
  });

  test("fails all of them by default", () => {
    const tools = [{ functionDeclarations: [good, bad] }];
    const refusal = expect.objectContaining({
      code: "wrong-type",
      path: "/0/functionDeclarations/1/parametersJsonSchema",
    });
    expect(() => convertTools(tools, { from: "gemini", to: "anthropic" })).toThrow(refusal as Error);
  });
});

function skip(tools: unknown, from: string) {
  return convertTools(tools, { from, to: "anthropic", onInvalid: "skip" });
}
