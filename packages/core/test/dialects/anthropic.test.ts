import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";

describe("a response of Anthropic", () => {
  it.each(["anthropic", "openai-chat", "openai-responses", "gemini", "ollama"])(
    "that is an error with status 200 is an error for a client of %s, too",
    (client) => {
      const error = { error: { type: "overloaded_error", message: "Try later" } };
      const { status, value } = createBridge({ client, provider: "anthropic" }).response(error);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify(value)).toContain("Try later");
    },
  );
});

describe("a request of Anthropic", () => {
  const chatOf = (...content: Json[]) =>
    createBridge({ client: "anthropic", provider: "openai-chat" }).request({
      model: "m",
      max_tokens: 1,
      messages: [
        { role: "user", content: "Hi" },
        { role: "system", content },
      ],
    });

  it("names the tools that it adds and removes, in each of their forms", () => {
    const tools = [
      { type: "tool_reference", name: "f" },
      { type: "mcp_tool_reference", server_name: "s", name: "g" },
      { type: "mcp_toolset_reference", server_name: "s" },
      { type: "tool_definition", definition: { name: "h", input_schema: { type: "object" } } },
    ];
    const { value } = chatOf(...tools.map((tool) => ({ type: "tool_addition", tool })));
    for (const name of ["f", "g", "s", "h"]) expect(JSON.stringify(value)).toContain(`[Tool added: ${name}]`);
  });

  it("says nothing for a compaction that has failed, and reports it", () => {
    const { value, losses } = createBridge({ client: "anthropic", provider: "openai-chat" }).request({
      model: "m",
      max_tokens: 1,
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: [{ type: "compaction", content: null }] },
        { role: "user", content: "Go on." },
      ],
    });
    expect(JSON.stringify(value)).not.toContain("null");
    expect(losses).toMatchObject([{ path: "/messages/1/content/0", feature: "compaction", action: "dropped" }]);
  });
});

describe("a request for Anthropic", () => {
  it.each(["anthropic", "bedrock"])(
    "of system messages alone reports the user's turn that it begins with for %s",
    (provider) => {
      const messages = ["Be brief.", "Be kind."].map((content) => ({ role: "system", content }));
      const { value, changes } = createBridge({ client: "openai-chat", provider }).request({ model: "m", messages });
      expect(JSON.stringify(value)).toContain("(The conversation goes on.)");
      expect(changes).toContainEqual({ path: "/messages/1", rule: "missing-user-turn" });
    },
  );

  it.each(["anthropic", "bedrock"])("without messages reports the user's turn that it gets for %s", (provider) => {
    const { changes } = createBridge({ client: "ollama", provider }).request({ model: "m", messages: [] });
    expect(changes).toContainEqual({ path: "", rule: "missing-user-turn" });
  });
});
