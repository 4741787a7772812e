import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";

const HI = { role: "user", content: "hi" };
const DEVELOPER = { role: "developer", content: "Be brief." };

/** What has changed in the roles, and what was lost. */
function reported(client: string, provider: string, providerModel: string, messages: readonly Json[]) {
  const body = client === "openai-responses" ? { model: "m", input: messages } : { model: "m", messages };
  const { value, losses, changes } = createBridge({ client, provider, providerModel }).request(body as Json);
  return { value, losses, roles: changes.filter(({ path }) => path.endsWith("/role")) };
}

describe("a developer message", () => {
  it.each([
    ["anthropic", "claude-opus-5-5"],
    ["gemini", "gemini-3.8-pro"],
    ["gemini-interactions", "gemini-3.8-pro"],
    ["ollama", "qwen3"],
    ["bedrock", "us.anthropic.claude-opus-5-5"],
    ["openai-chat", "deepseek-chat"],
    ["openai-chat", "mistral-large-latest"],
  ])("is a system message for %s (%s), which is a change and no loss", (provider, model) => {
    const { losses, roles } = reported("openai-responses", provider, model, [DEVELOPER, HI]);
    expect(losses).toEqual([]);
    expect(roles).toEqual([{ path: "/input/0/role", rule: "developer-to-system" }]);
  });

  it("is one in the middle of a conversation too, where the model takes it there", () => {
    const { value, losses, roles } = reported("openai-chat", "anthropic", "claude-opus-5-5", [HI, DEVELOPER]);
    expect(value).toMatchObject({ messages: [HI, { role: "system", content: "Be brief." }] });
    expect([losses, roles]).toEqual([[], [{ path: "/messages/1/role", rule: "developer-to-system" }]]);
  });

  it("is one of the user's where the model takes none there, which is a loss", () => {
    const { losses } = reported("openai-chat", "anthropic", "claude-sonnet-4-5", [HI, DEVELOPER]);
    expect(losses).toMatchObject([{ code: "system-message", feature: "developer", path: "/messages/1" }]);
  });

  it("stays one where the model knows the role", () => {
    for (const provider of ["openai-chat", "openai-responses", "openrouter"]) {
      const { value, losses, roles } = reported("openai-chat", provider, "gpt-5.6", [DEVELOPER, HI]);
      expect(JSON.stringify(value)).toContain('"role":"developer"');
      expect([losses, roles]).toEqual([[], []]);
    }
  });

  it("is a system message for a server of the client's own dialect that does not know the role", () => {
    const { value, losses, roles } = reported("openai-chat", "openai-chat", "deepseek-chat", [DEVELOPER, HI]);
    expect(value).toMatchObject({ messages: [{ role: "system", content: "Be brief." }, HI] });
    expect([losses, roles]).toEqual([[], [{ path: "/messages/0/role", rule: "developer-to-system" }]]);
  });
});
