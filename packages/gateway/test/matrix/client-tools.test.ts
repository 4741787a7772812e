import type { Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { serve } from "../../src/serve.ts";
import { configOf } from "../support/gateway.ts";
import { DIALECTS } from "./clients/index.ts";
import { useSockets } from "./harness.ts";

const harness = useSockets();

const NUMBER = { type: "object", properties: { number: { type: "integer" } }, required: ["number"] };
const SEARCH = {
  type: "tool_search",
  execution: "client",
  description: "Finds further tools.",
  parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};
const FOUND = {
  type: "namespace",
  name: "mcp__depot",
  description: "A depot.",
  tools: [
    {
      type: "function",
      name: "lookup",
      description: "Looks up.",
      strict: false,
      defer_loading: true,
      parameters: NUMBER,
    },
  ],
};
const TOOLS = [SEARCH, { type: "local_shell" }, { type: "apply_patch" }];

/** Providers that know none of these tools. */
const OTHERS = DIALECTS.filter((dialect) => dialect !== "openai-responses");

describe.each(OTHERS)("an agent with OpenAI's tools at %s", (provider) => {
  for (const streams of [false, true])
    it(`searches, runs and edits, ${streams ? "streamed" : "whole"}`, async () => {
      const input: Json[] = [{ role: "user", content: "Look up 7." }];
      const ask = (name: string, args: JsonObject) => calledBy(provider, { input, streams, name, args });
      const searched = await ask("tool_search", { query: "lookup" });
      expect(searched).toMatchObject({ type: "tool_search_call", execution: "client", arguments: { query: "lookup" } });
      input.push(searched, {
        type: "tool_search_output",
        call_id: searched.call_id as Json,
        execution: "client",
        status: "completed",
        tools: [FOUND],
      });
      const looked = await ask("mcp__depot__lookup", { number: 7 });
      expect(looked).toMatchObject({ type: "function_call", namespace: "mcp__depot", name: "lookup" });
      input.push(looked, { type: "function_call_output", call_id: looked.call_id as Json, output: "found" });
      const ran = await ask("local_shell", { command: ["ls"], working_directory: "/tmp" });
      expect(ran).toMatchObject({ type: "local_shell_call", action: { type: "exec", command: ["ls"] } });
      input.push(ran, { type: "local_shell_call_output", call_id: ran.call_id as Json, id: "x", output: "a.txt" });
      const edited = await ask("apply_patch", { type: "delete_file", path: "a.txt" });
      expect(edited).toMatchObject({ type: "apply_patch_call", operation: { type: "delete_file", path: "a.txt" } });
    });
});

describe("a provider that speaks the client's dialect and cannot search for tools", () => {
  it("gets a function in place of the search, and its call comes back as one of the client", async () => {
    const simulator = harness.network.providerUrl;
    const provider = { dialect: "openai-responses", baseUrl: `${simulator}/v1`, toolSearch: "off" as const };
    const served = await serve({ config: configOf({ providers: { local: provider } }), port: 0 });
    harness.script({ tool_calls: [{ name: "tool_search", arguments: { query: "x" } }] });
    const response = await fetch(`${served.url}/v1/responses`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "local/sim-1", input: "Hello", tools: TOOLS, store: false }),
    });
    const { output } = (await response.json()) as { output: JsonObject[] };
    void served.close();
    await served.close();
    expect(output.at(-1)).toMatchObject({ type: "tool_search_call", execution: "client", arguments: { query: "x" } });
    expect(harness.lastGenerateRequest().body.tools).toEqual([
      expect.objectContaining({ type: "function", name: "tool_search" }),
      { type: "local_shell" },
      { type: "apply_patch" },
    ]);
  });
});

interface ToolRequest {
  readonly input: readonly Json[];
  readonly streams: boolean;
  readonly name: string;
  readonly args: JsonObject;
}

/** The item that comes back when the provider's model calls a tool. */
async function calledBy(provider: string, { input, streams, name, args }: ToolRequest): Promise<JsonObject> {
  harness.script({ tool_calls: [{ name, arguments: args }] });
  const body = { model: `${provider}/sim-1`, input, tools: TOOLS, stream: streams, store: false };
  const response = await harness.fetch(`${harness.url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  return streams ? lastItem(text) : ((JSON.parse(text) as { output: JsonObject[] }).output.at(-1) as JsonObject);
}

function lastItem(text: string): JsonObject {
  const events = text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
  return events.findLast(({ type }) => type === "response.output_item.done").item as JsonObject;
}
