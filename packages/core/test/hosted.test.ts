import { describe, expect, test } from "vitest";
import { checkTools, convertTools, encodeTools } from "../../../test/support/dynamic.ts";
import { dialects, findDialect } from "../src/dialects/index.ts";
import type { JsonObject } from "../src/model/json.ts";
import type { HostedFields, HostedKind } from "../src/model/tool.ts";

describe("a hosted tool that was made by hand", () => {
  const search = made("web-search", "web_search_20260318", {
    name: "web_search",
    max_uses: 3,
    allowed_domains: ["e.com"],
    response_inclusion: "full",
  });

  test("goes to its own vendor as it is", () => {
    const { value, losses } = encodeTools([search], { to: "anthropic" });
    expect(value).toEqual([{ type: "web_search_20260318", ...search.settings }]);
    expect(losses).toEqual([]);
  });

  test("is mapped for another vendor, with its losses", () => {
    const { value, losses } = encodeTools([search], { to: "openai-responses" });
    expect(value).toEqual([{ type: "web_search", filters: { allowed_domains: ["e.com"] } }]);
    expect(losses.map(({ feature, path }) => `${feature} ${path}`)).toEqual([
      "max_uses /0/settings/max_uses",
      "response_inclusion /0/settings/response_inclusion",
    ]);
  });

  test("is dropped if it has no equivalent", () => {
    const { value, losses } = encodeTools([search], { to: "openai-chat" });
    expect(value).toEqual([]);
    expect(losses).toMatchObject([{ feature: "web_search_20260318", path: "/0" }]);
  });

  test("gets an object to itself where built-ins are fields", () => {
    const fields: HostedFields[] = [made("web-search", "googleSearch"), made("code-execution", "codeExecution")];
    expect(encodeTools(fields, { to: "gemini" }).value).toEqual([{ googleSearch: {} }, { codeExecution: {} }]);
    expect(encodeTools(fields, { to: "anthropic" }).value).toMatchObject([
      { name: "web_search" },
      { name: "code_execution" },
    ]);
  });

  test("is the target's if two vendors share a name", () => {
    const shared = made("web-search", "web_search", { allowed_domains: ["e.com"] });
    expect(encodeTools([shared], { to: "openrouter" }).value).toEqual([{ type: "web_search", ...shared.settings }]);
    const own = made("web-search", "web_search", { filters: { allowed_domains: ["e.com"] } });
    expect(encodeTools([own], { to: "anthropic" }).value).toMatchObject([{ allowed_domains: ["e.com"] }]);
  });

  test("may have the canonical names of settings if its own type is unknown", () => {
    const general = made("web-search", "search", { maxUses: 3, colour: "red" });
    const { value, losses } = encodeTools([general], { to: "anthropic" });
    expect(value).toEqual([{ type: "web_search_20260318", name: "web_search", max_uses: 3 }]);
    expect(losses.map(({ path }) => path)).toEqual(["/0/settings/colour"]);
  });

  test.each(
    dialects.flatMap(({ id, profile }) => Object.entries(profile.hosted).map((pair) => [id, ...pair] as const)),
  )("is known to %s as its %s", (id, kind, word) => {
    const tool = made(kind as HostedKind, word, { x: 1 });
    expect(findDialect(id)?.adopt?.(tool)?.origin?.dialect).toBe(id);
    expect(encodeTools([tool], { to: id }).losses).toEqual([]);
  });
});

describe("the names of hosted tools", () => {
  const functions = [{ name: "web_search", parametersJsonSchema: { type: "object", properties: {} } }];

  test("are not given to functions", () => {
    const tools = [{ functionDeclarations: functions }, { googleSearch: {} }];
    const { value, names, changes } = convertTools(tools, { from: "gemini", to: "anthropic" });
    const [one, other] = value as readonly JsonObject[];
    expect(one?.name).toMatch(/^web_search_[0-9a-z]{8}$/);
    expect(other).toEqual({ type: "web_search_20260318", name: "web_search" });
    expect(names.get(String(one?.name))).toEqual({ name: "web_search" });
    expect(changes).toContainEqual(expect.objectContaining({ rule: "tool-name" }));
    expect(checkTools(value, { from: "anthropic", to: "anthropic" }).problems).toEqual([]);
  });

  test("are free where no hosted tool has them, or they have none", () => {
    const alone = convertTools([{ functionDeclarations: functions }], { from: "gemini", to: "anthropic" });
    expect(alone.value).toMatchObject([{ name: "web_search" }]);
    const tools = [{ functionDeclarations: functions }, { googleSearch: {} }];
    const { value } = convertTools(tools, { from: "gemini", to: "openai-responses" });
    expect(value).toMatchObject([{ name: "web_search" }, { type: "web_search" }]);
  });

  test("count as they are written in the target's own tools", () => {
    const bash = { type: "bash_20250124", name: "bash" };
    const tools = [{ name: "bash", input_schema: { type: "object", properties: {} } }, bash];
    const { value } = convertTools(tools, { from: "anthropic", to: "anthropic", profile: "native" });
    expect(value).toMatchObject([{ name: expect.stringMatching(/^bash_[0-9a-z]{8}$/) }, bash]);
  });

  test("are those of the profile", () => {
    for (const { id, profile } of dialects) {
      for (const [kind, name] of Object.entries(profile.hostedNames ?? {})) {
        const { value } = encodeTools([made(kind as HostedKind, "")], { to: id });
        expect(value).toMatchObject([{ name }]);
      }
    }
  });
});

function made(kind: HostedKind, vendorType: string, settings: JsonObject = {}): HostedFields {
  return { type: "hosted", name: "tool", kind, vendorType, settings };
}
