import { checkSampling } from "./chat-parameters.ts";
import { effort, kind, metadata, range, whole, word } from "./parameters.ts";
import type { Place } from "./place.ts";
import { type Check, expectKind, expectMatch, expectOneOf, expectOnly } from "./shape.ts";

const INCLUDE = [
  ...["file_search_call.results", "web_search_call.results", "web_search_call.action.sources"],
  ...["message.input_image.image_url", "computer_call_output.output.image_url", "code_interpreter_call.outputs"],
  ...["reasoning.encrypted_content", "message.output_text.logprobs"],
];

/** B5: the complete list. `input`, `tools` and `tool_choice` have checks of their own. */
export const RESPONSES_PARAMETERS: Readonly<Record<string, Check>> = {
  access_programs: () => {},
  background: kind("boolean"),
  context_management: kind("array"),
  conversation: kind("string", "object"),
  image: kind("object"),
  include: (place) => {
    for (const entry of place.items) word(...INCLUDE)(entry);
  },
  input: () => {},
  instructions: kind("string"),
  max_output_tokens: whole(16),
  max_tool_calls: whole(1),
  metadata,
  model: kind("non-empty string"),
  moderation: kind("object"),
  parallel_tool_calls: kind("boolean"),
  previous_response_id: kind("non-empty string"),
  prompt: kind("object"),
  prompt_cache_key: kind("string"),
  prompt_cache_options: kind("object"),
  prompt_cache_retention: word("in_memory", "24h"),
  reasoning: checkReasoning,
  safety_identifier: kind("string"),
  service_tier: word("auto", "default", "flex", "scale", "priority", "fast", "ultrafast"),
  store: kind("boolean"),
  stream: kind("boolean"),
  stream_options: (place) => expectOnly(place, "parameter.unavailable", ["include_obfuscation"]),
  temperature: range(0, 2),
  text: checkText,
  tool_choice: () => {},
  tools: () => {},
  top_logprobs: whole(0, 20),
  top_p: range(0, 1),
  truncation: word("auto", "disabled"),
  user: kind("string"),
};

/** [spec]: what is not nullable there. */
export const RESPONSES_NEVER_NULL = [
  ...["top_logprobs", "user", "prompt_cache_options", "model", "text", "tools", "tool_choice", "input"],
];

/** B5, its last lines, and Chat's own spellings of what Responses calls otherwise. */
export const RESPONSES_UNAVAILABLE = [
  ...[
    "stop",
    "seed",
    "n",
    "logit_bias",
    "frequency_penalty",
    "presence_penalty",
    "logprobs",
    "prediction",
    "modalities",
  ],
  ...[
    "audio",
    "web_search_options",
    "messages",
    "max_tokens",
    "max_completion_tokens",
    "reasoning_effort",
    "verbosity",
  ],
  ...["response_format", "functions", "function_call"],
];

/** B5: something to answer; B4: an earlier response or a conversation, not both ([spec]). */
export function checkSources(body: Place): void {
  const input = body.at("input");
  const others = ["previous_response_id", "conversation", "prompt"].filter((key) => body.at(key).given);
  const empty = !input.present || input.value === "" || (Array.isArray(input.value) && input.value.length === 0);
  if (empty && others.length === 0) input.fail("parameter.required", "no input");
  if (others.includes("previous_response_id") && others.includes("conversation")) {
    body.at("conversation").fail("parameter.together", "conversation beside previous_response_id");
  }
}

/** A4.2, where the catalog is the same for both APIs. */
export function checkResponsesModel(body: Place): void {
  checkSampling(body, body.at("reasoning").at("effort"), ["top_logprobs"]);
}

function checkReasoning(place: Place): void {
  if (!expectKind(place, "parameter.type", "object")) return;
  const checks = {
    effort,
    summary: word("auto", "concise", "detailed"),
    generate_summary: word("auto", "concise", "detailed"),
    mode: word("standard", "pro"),
    context: word("auto", "current_turn", "all_turns"),
  };
  for (const [key, check] of Object.entries(checks)) if (place.at(key).given) check(place.at(key));
}

// B5: flat, where Chat nests under json_schema.
function checkText(place: Place): void {
  if (!expectKind(place, "parameter.type", "object")) return;
  if (place.at("verbosity").given) word("low", "medium", "high")(place.at("verbosity"));
  const format = place.at("format");
  if (!format.given || !expectOneOf(format.at("type"), "format.shape", ["text", "json_object", "json_schema"])) return;
  if (format.at("type").value !== "json_schema") return;
  expectMatch(format.at("name"), "format.shape", /^[a-zA-Z0-9_-]{1,64}$/);
  expectKind(format.at("schema"), "format.shape", "object");
  if (format.at("strict").present) expectKind(format.at("strict"), "format.shape", "boolean", "null");
}
