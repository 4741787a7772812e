import { describe, expect, test } from "vitest";
import { convert, lost, schema } from "./codecs.ts";

describe("a custom tool", () => {
  const chat = {
    type: "custom",
    custom: { name: "sql", format: { type: "grammar", grammar: { syntax: "lark", definition: "start: X" } } },
  };
  const responses = {
    type: "custom",
    name: "sql",
    format: { type: "grammar", syntax: "lark", definition: "start: X" },
  };

  test("has its grammar nested in Chat and flat in Responses", () => {
    expect(convert([chat], "openai", "responses").value).toEqual([responses]);
    expect(convert([responses], "responses", "openai").value).toEqual([chat]);
  });

  test.each(["anthropic", "gemini", "ollama", "openrouter", "mcp", "executable"])(
    "is never turned into a function for %s",
    (target) => {
      const { value, losses } = convert([chat], "openai", target);
      expect(value).toEqual([]);
      expect(losses).toMatchObject([{ code: "tool", feature: "custom", path: "/0", action: "dropped" }]);
    },
  );
});

describe("a hosted tool", () => {
  const search = { type: "web_search_20260318", name: "web_search", allowed_domains: ["a.org"], max_uses: 3 };

  test("becomes its equal, with the settings that the target has", () => {
    expect(convert([search], "anthropic", "responses").value).toEqual([
      { type: "web_search", filters: { allowed_domains: ["a.org"] } },
    ]);
    expect(lost([search], "anthropic", "responses")).toEqual(["max_uses /0/max_uses"]);
    expect(convert([search], "anthropic", "openrouter").value).toEqual([
      { type: "openrouter:web_search", parameters: { allowed_domains: ["a.org"], max_uses: 3 } },
    ]);
    expect(convert([search], "anthropic", "gemini").value).toEqual([{ googleSearch: {} }]);
  });

  test("brings along what its equal requires", () => {
    expect(convert([{ codeExecution: {} }], "gemini", "responses").value).toEqual([
      { type: "code_interpreter", container: { type: "auto" } },
    ]);
    expect(convert([{ urlContext: {} }], "gemini", "anthropic").value).toEqual([
      { type: "web_fetch_20260318", name: "web_fetch" },
    ]);
  });

  test("is none where its field is null", () => {
    const wire = [{ functionDeclarations: [{ name: "f" }], codeExecution: null }, { googleSearch: null }];
    expect(convert(wire, "gemini", "anthropic").value).toMatchObject([{ name: "f" }]);
    expect(lost(wire, "gemini", "anthropic")).toEqual(["functionDeclarations /1"]);
  });

  test("has no equal where the client does the work", () => {
    const { value, losses } = convert([{ type: "tool_search", execution: "client" }], "responses", "anthropic");
    expect(value).toEqual([]);
    expect(losses).toMatchObject([{ code: "tool", feature: "tool_search", path: "/0" }]);
  });

  test("is dropped if it has no equivalent", () => {
    const { value, losses } = convert([{ type: "bash_20250124", name: "bash" }, search], "anthropic", "ollama");
    expect(value).toEqual([]);
    expect(losses).toMatchObject([
      { code: "tool", feature: "bash_20250124", path: "/0" },
      { code: "tool", path: "/1" },
    ]);
  });

  test("stands after the functions, in an object of its own", () => {
    const wire = [
      search,
      { name: "f", input_schema: schema },
      { type: "code_execution_20260521", name: "code_execution" },
      { name: "g", input_schema: schema },
    ];
    expect(convert(wire, "anthropic", "gemini").value).toMatchObject([
      { functionDeclarations: [{ name: "f" }, { name: "g" }] },
      { googleSearch: {} },
      { codeExecution: {} },
    ]);
  });
});
