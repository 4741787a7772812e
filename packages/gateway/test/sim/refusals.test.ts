import type { JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { ask, type RequestOptions } from "./requests.ts";

const HI = { role: "user", content: "hi" };
const CALL = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
const CALLS = { role: "assistant", content: null, tool_calls: [CALL] };
const RESULT = { role: "tool", tool_call_id: "call_1", content: "ok" };
const ITEM = { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" };
const OUTPUT = { type: "function_call_output", call_id: "call_1", output: "ok" };
const OPEN = { type: "object", properties: { a: { type: "string" } } };
const USE = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
const USES = { role: "assistant", content: [USE] };
const ASKS = { role: "user", parts: [{ text: "hi" }] };
const SIGNED = { functionCall: { name: "f", args: {} }, thoughtSignature: "skip_thought_signature_validator" };
const answered = (name: string) => ({ role: "user", parts: [{ functionResponse: { name, response: { output: 1 } } }] });

const SAYS = { type: "user_input", content: [{ type: "text", text: "hi" }] };
const STEP = { type: "function_call", id: "a", name: "f", arguments: {} };
const GIVEN = { type: "function_result", call_id: "a", name: "f", result: "ok" };

const CONVERSED = { role: "user", content: [{ text: "hi" }] };
const USED = {
  role: "assistant",
  content: [{ toolUse: { toolUseId: "tooluse_1", name: "get_time", input: {} } }],
};
const returned = (fields: JsonObject) => ({ role: "user", content: [{ toolResult: fields }] });
const toolOf = (toolSpec: JsonObject) => ({ toolConfig: { tools: [{ toolSpec }] } });

const ROWS: readonly (readonly [dialect: string, fields: JsonObject, words: RegExp])[] = [
  ["openai-chat", { messages: [HI, RESULT] }, /must be a response to a preceeding message/],
  ["openai-chat", { messages: [HI, CALLS, HI] }, /must be followed by tool messages/],
  ["openai-chat", { messages: [HI, CALLS, RESULT, RESULT] }, /Duplicate value for 'tool_call_id'/],
  ["openai-chat", { messages: [{ role: "model", content: "hi" }] }, /Invalid value: 'model'/],
  [
    "openai-chat",
    { messages: [HI, { ...CALLS, tool_calls: [{ ...CALL, function: { name: "f", arguments: {} } }] }] },
    /expected a string/,
  ],
  ["openai-chat", { tools: [] }, /empty array/],
  ["openai-chat", { tool_choice: { type: "function", function: { name: "nobody" } } }, /'nobody' not found/],
  ["openai-chat", { tools: [{ type: "function", function: { name: "a.b" } }] }, /does not match pattern/],
  [
    "openai-chat",
    { tools: [{ type: "function", function: { name: "f", parameters: OPEN, strict: true } }] },
    /'additionalProperties' is required/,
  ],
  ["openai-responses", { input: [HI, OUTPUT] }, /No tool call found/],
  ["openai-responses", { input: [HI, ITEM] }, /No tool output found/],
  ["openai-responses", { input: [HI, { ...ITEM, id: "call_1" }, OUTPUT] }, /begins with 'fc'/],
  [
    "openai-responses",
    { input: [{ role: "assistant", content: [{ type: "input_text", text: "hi" }] }] },
    /'output_text' and 'refusal'/,
  ],
  [
    "openai-responses",
    { input: [{ type: "reasoning", id: "rs_1", summary: [] }, HI] },
    /without its required following item/,
  ],
  ["openai-responses", { tool_choice: { type: "function", name: "nobody" } }, /'nobody' not found/],
  ["anthropic", { max_tokens: null }, /max_tokens: Field required/],
  ["anthropic", { messages: [HI, USES] }, /without `tool_result` blocks/],
  [
    "anthropic",
    {
      messages: [
        HI,
        USES,
        {
          role: "user",
          content: [
            { type: "text", text: "hm" },
            { type: "tool_result", tool_use_id: "toolu_1" },
          ],
        },
      ],
    },
    /without `tool_result` blocks/,
  ],
  [
    "anthropic",
    { messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1" }] }] },
    /unexpected `tool_use_id`/,
  ],
  ["anthropic", { tool_choice: { type: "tool", name: "nobody" } }, /'nobody' not found/],
  [
    "anthropic",
    { tool_choice: { type: "any" }, thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 2000 },
    /may not be enabled/,
  ],
  ["anthropic", { parallel_tool_calls: false }, /Extra inputs are not permitted/],
  [
    "gemini",
    { contents: [ASKS, { role: "model", parts: [SIGNED] }, answered("g")] },
    /number of function response parts/,
  ],
  ["gemini", { contents: [ASKS, answered("f")] }, /immediately after a function call turn/],
  ["gemini", { contents: [ASKS, { role: "assistant", parts: [{ text: "hi" }] }] }, /valid role/],
  [
    "gemini",
    { contents: [ASKS, { role: "model", parts: [{ ...SIGNED, thoughtSignature: "Zm9yZWlnbg==" }] }, answered("f")] },
    /signature is not valid/,
  ],
  ["gemini", { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["nobody"] } } }, /nobody/],
  ["gemini", { max_tokens: 1 }, /Unknown name "max_tokens"/],
  ["gemini-interactions", { max_tokens: 1 }, /Unknown name "max_tokens"/],
  ["gemini-interactions", { input: [SAYS, { ...STEP, extra: 1 }] }, /Unknown name "extra" at 'function_call'/],
  ["gemini-interactions", { input: [SAYS, STEP] }, /The function call 'a' has no function result/],
  ["gemini-interactions", { input: [SAYS, GIVEN] }, /There is no function call with the id 'a'/],
  ["gemini-interactions", { input: [SAYS, STEP, { ...GIVEN, name: "g" }] }, /'g' has another name than its call/],
  ["gemini-interactions", { input: [SAYS, STEP, { ...GIVEN, result: 1 }] }, /a string, an object or a list/],
  ["gemini-interactions", { input: [{ type: "image", data: "aGk=" }] }, /needs a mime_type/],
  ["gemini-interactions", { input: [SAYS, { type: "thought", signature: "Zm9yZWlnbg==" }] }, /signature is not valid/],
  ["gemini-interactions", { service_tier: "auto" }, /Unknown service_tier 'auto'/],
  ["bedrock", { messages: [CONVERSED, CONVERSED] }, /must alternate between user and assistant roles/],
  ["bedrock", { messages: [USED] }, /must start with a user message/],
  ["bedrock", { messages: [{ role: "user", content: [{ text: " " }] }] }, /messages\.0\.content\.0 is blank/],
  ["bedrock", { messages: [{ role: "user", content: [] }] }, /messages\.0 is empty/],
  ["bedrock", { messages: [CONVERSED, USED] }, /Expected toolResult blocks at messages\.2\.content/],
  [
    "bedrock",
    { messages: [CONVERSED, USED, returned({ toolUseId: "other", content: [] })] },
    /for the following Ids: tooluse_1/,
  ],
  [
    "bedrock",
    { messages: [returned({ toolUseId: "tooluse_1", content: [] })] },
    /exceeds the number of toolUse blocks of previous turn/,
  ],
  [
    "bedrock",
    { messages: [CONVERSED, USED, returned({ toolUseId: "tooluse_1", content: [{ json: [] }] })] },
    /toolResult\.content\.0\.json is invalid/,
  ],
  [
    "bedrock",
    { messages: [CONVERSED, USED, returned({ toolUseId: "tooluse_1", content: [], status: "error" })] },
    /cannot be empty when status value is error/,
  ],
  [
    "bedrock",
    { toolConfig: null, messages: [CONVERSED, USED, returned({ toolUseId: "tooluse_1", content: [] })] },
    /The toolConfig field must be defined when using toolUse and toolResult content blocks/,
  ],
  ["bedrock", { toolConfig: { tools: [] } }, /'toolConfig\.tools' failed to satisfy constraint/],
  ["bedrock", toolOf({ name: "a.b", inputSchema: { json: { type: "object" } } }), /pattern: \[a-zA-Z0-9_-\]\+/],
  ["bedrock", toolOf({ name: "a".repeat(65), inputSchema: { json: { type: "object" } } }), /or equal to 64/],
  ["bedrock", toolOf({ name: "f", inputSchema: { json: {} } }), /json\.type must be one of the following: object/],
  [
    "bedrock",
    toolOf({ name: "f", description: "", inputSchema: { json: { type: "object" } } }),
    /description' failed to satisfy constraint/,
  ],
  ["bedrock", { inferenceConfig: { temperature: 1.5 } }, /Member must have value less than or equal to 1/],
  ["bedrock", { max_tokens: 1 }, /Unexpected field: max_tokens/],
  [
    "bedrock",
    {
      messages: [
        CONVERSED,
        { role: "assistant", content: [{ reasoningContent: { reasoningText: { text: "hm", signature: "foreign" } } }] },
        CONVERSED,
      ],
    },
    /Invalid `signature` in `thinking` block/,
  ],
  ["ollama", { messages: [HI, { ...CALLS, content: "" }] }, /cannot unmarshal string/],
  ["ollama", { messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }] }, /cannot unmarshal array/],
];

describe("the simulated provider refuses, in the vendor's words,", () => {
  it.each(ROWS)("%s %j", async (dialect, fields, expectedText) => {
    const { status, text } = await ask({ dialect, fields } satisfies RequestOptions);
    expect(status).toBe(400);
    expect(text.replaceAll('\\"', '"')).toMatch(expectedText);
  });

  it.each(["thinking", "reasoning_config", "top_k"])("Claude's %s, asked of Nova", async (name) => {
    const fields = { additionalModelRequestFields: { [name]: {} } };
    const { status, text } = await ask({ dialect: "bedrock", model: "us.amazon.nova-2-lite-v1:0", fields });
    expect(status).toBe(400);
    expect(text).toContain(`#: extraneous key [${name}] is not permitted`);
  });

  it.each([
    ["us.amazon.nova-pro-v1:0", { type: "enabled", maxReasoningEffort: "low" }, {}],
    ["us.amazon.nova-2-lite-v1:0", { type: "enabled" }, {}],
    ["us.amazon.nova-2-lite-v1:0", { type: "enabled", maxReasoningEffort: "high" }, { maxTokens: 9 }],
  ])("the reasoning of %s as %j with %j", async (model, reasoningConfig, inferenceConfig) => {
    const fields = { additionalModelRequestFields: { reasoningConfig }, inferenceConfig };
    expect((await ask({ dialect: "bedrock", model, fields })).status).toBe(400);
  });
});
