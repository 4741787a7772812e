import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { object, TURNS } from "./schema-requests.ts";
import { callsIn, readTranslatedStream, toolNames } from "./translate.ts";
import { DIALECTS, type Fields, MODELS, writeRequest } from "./wire.ts";
import { writeResponse } from "./wire-responses.ts";
import { writeStream } from "./wire-streams.ts";

describe("38: what Codex sends", () => {
  const patch = "*** Begin Patch\n*** Add File: a.txt\n+Hi\n*** End Patch\n";
  const grammar = { type: "grammar", syntax: "lark", definition: "start: /.+/s" };
  const tools: Json[] = [
    { type: "custom", name: "apply_patch", description: "Edits files", format: grammar },
    {
      type: "namespace",
      name: "crm",
      description: "Customers",
      tools: [{ type: "function", name: "find", parameters: object({ q: { type: "string" } }), strict: false }],
    },
    { type: "function", name: "shell", parameters: object({ command: { type: "string" } }), strict: false },
  ];
  const request = writeRequest("openai-responses", { turns: TURNS }, { tools });
  const others = DIALECTS.filter((provider) => provider !== "openai-responses");

  it.each(others)("custom tools and namespaces are usable with %s", async (provider) => {
    const bridge = createBridge({ client: "openai-responses", provider, providerModel: MODELS[provider] });
    const { value } = bridge.request(request);
    expect(legality[provider]?.request(value)).toEqual([]);
    const names = toolNames(provider, value);
    const [custom, find] = [names[0] ?? "", names[1] ?? ""];
    expect(names).toHaveLength(3);
    const calls = [
      { id: "call_1", name: custom, arguments: JSON.stringify({ input: patch }) },
      { id: "call_2", name: find, arguments: '{"q":"Ann"}' },
    ];
    const response =
      provider === "openai-chat"
        ? withCustom(writeResponse(provider, { calls }), custom, patch)
        : writeResponse(provider, { calls });
    const back = bridge.response(response).value;
    expect(legality["openai-responses"]?.response(back)).toEqual([]);
    expect(back.output).toMatchObject([
      { type: "custom_tool_call", name: "apply_patch", input: patch },
      { type: "function_call", name: "find", namespace: "crm", arguments: '{"q":"Ann"}' },
    ]);
    const outputs = [
      { type: "custom_tool_call_output", call_id: "call_1", output: "Done" },
      { type: "function_call_output", call_id: "call_2", output: "Ann" },
    ];
    const input = [...(request.input as Json[]), ...(back.output as Json[]), ...outputs];
    const again = bridge.request({ ...request, input });
    expect(legality[provider]?.request(again.value)).toEqual([]);
    expect(callsIn(provider, again.value).map(({ name }) => name)).toEqual([custom, find]);
    expect(JSON.stringify(again.value)).toContain("Begin Patch");
  });

  it.each(others.filter((provider) => provider !== "openai-chat"))("and in a stream of %s", async (provider) => {
    const bridge = createBridge({ client: "openai-responses", provider, providerModel: MODELS[provider] });
    const [custom = "", find = ""] = toolNames(provider, bridge.request(request).value);
    const calls = [
      { id: "call_1", name: custom, arguments: JSON.stringify({ input: patch }) },
      { id: "call_2", name: find, arguments: '{"q":"Ann"}' },
    ];
    const read = await readTranslatedStream("openai-responses", provider, writeStream(provider, { calls }), request);
    expect((read.raw as { output: Json[] }).output).toMatchObject([
      { type: "custom_tool_call", name: "apply_patch", input: patch },
      { type: "function_call", name: "find", namespace: "crm" },
    ]);
  });
});

function withCustom(response: Fields, name: string, input: string): Fields {
  const copy = structuredClone(response) as { choices: { message: { tool_calls: Json[] } }[] };
  const calls = copy.choices[0]?.message.tool_calls ?? [];
  calls[0] = { id: "call_1", type: "custom", custom: { name, input } };
  return copy as unknown as Fields;
}
