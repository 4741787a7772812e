import type { JsonObject } from "@toolglot/core";

/** How conversations end, by dialect. */
type Endings = Readonly<Record<"assistant" | "result" | "system", readonly JsonObject[]>>;

const ARGUMENTS = '{"city":"Bern"}';

export const CHAT_ENDINGS: Endings = {
  assistant: [{ role: "assistant", content: "Hm" }],
  result: [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: ARGUMENTS } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "sun" },
  ],
  system: [{ role: "system", content: "Now be long." }],
};

export const RESPONSES_ENDINGS: Endings = {
  assistant: [{ role: "assistant", content: "Hm" }],
  result: [
    { type: "function_call", call_id: "call_1", name: "look", arguments: ARGUMENTS },
    { type: "function_call_output", call_id: "call_1", output: "sun" },
  ],
  system: [{ role: "developer", content: "Now be long." }],
};

export const CLAUDE_ENDINGS: Endings = {
  assistant: [{ role: "assistant", content: "Hm" }],
  result: [
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: { city: "Bern" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "sun" }] },
  ],
  system: [{ role: "system", content: "Now be long.", output_config: { effort: "low" } }],
};

export const GEMINI_ENDINGS: Endings = {
  assistant: [{ role: "model", parts: [{ text: "Hm" }] }],
  result: [
    { role: "model", parts: [{ functionCall: { name: "look", args: { city: "Bern" } } }] },
    { role: "user", parts: [{ functionResponse: { name: "look", response: { output: "sun" } } }] },
  ],
  system: [],
};

export const INTERACTION_ENDINGS: Endings = {
  assistant: [{ type: "model_output", content: [{ type: "text", text: "Hm" }] }],
  result: [
    { type: "function_call", id: "call_1", name: "look", arguments: { city: "Bern" } },
    { type: "function_result", call_id: "call_1", name: "look", result: "sun" },
  ],
  system: [],
};

export const BEDROCK_ENDINGS: Endings = {
  assistant: [{ role: "assistant", content: [{ text: "Hm" }] }],
  result: [
    { role: "assistant", content: [{ toolUse: { toolUseId: "call_1", name: "look", input: { city: "Bern" } } }] },
    { role: "user", content: [{ toolResult: { toolUseId: "call_1", content: [{ text: "sun" }] } }] },
  ],
  system: [{ role: "system", content: [{ text: "Now be long." }] }],
};
