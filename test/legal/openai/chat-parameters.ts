import { reasoningModel } from "./models.ts";
import { effort, kind, metadata, range, stop, whole, word } from "./parameters.ts";
import type { Place } from "./place.ts";
import { type Check, expectKind, expectMatch, expectOneOf } from "./shape.ts";

/** A4: the complete list. `messages`, `tools` and the choices have checks of their own. */
export const CHAT_PARAMETERS: Readonly<Record<string, Check>> = {
  messages: () => {},
  model: kind("non-empty string"),
  audio: kind("object"),
  frequency_penalty: range(-2, 2),
  function_call: () => {},
  functions: () => {},
  logit_bias: kind("object"),
  logprobs: kind("boolean"),
  max_completion_tokens: whole(1),
  max_tokens: whole(1),
  metadata,
  modalities: (place) => {
    for (const entry of place.items) word("text", "audio")(entry);
  },
  moderation: kind("object"),
  n: whole(1, 128),
  parallel_tool_calls: kind("boolean"),
  prediction: kind("object"),
  presence_penalty: range(-2, 2),
  prompt_cache_key: kind("string"),
  prompt_cache_options: kind("object"),
  prompt_cache_retention: word("in_memory", "24h"),
  reasoning_effort: effort,
  response_format: checkFormat,
  safety_identifier: kind("string"),
  seed: kind("integer"),
  service_tier: word("auto", "default", "flex", "scale", "priority", "fast"),
  stop,
  store: kind("boolean"),
  stream: kind("boolean"),
  stream_options: kind("object"),
  temperature: range(0, 2),
  tool_choice: () => {},
  tools: () => {},
  top_logprobs: whole(0, 20),
  top_p: range(0, 1),
  user: kind("string"),
  verbosity: word("low", "medium", "high"),
  web_search_options: kind("object"),
};

/** [spec]: what is not nullable there. */
export const CHAT_NEVER_NULL = [
  ...["messages", "model", "user", "prompt_cache_options", "web_search_options", "response_format"],
  ...["tools", "tool_choice", "parallel_tool_calls", "function_call", "functions"],
];

/** A4: `stream_options` belongs to streams and `top_logprobs` to `logprobs` ([spec], both descriptions). */
export function checkTogether(body: Place): void {
  const [options, logprobs] = [body.at("stream_options"), body.at("top_logprobs")];
  if (options.given && body.at("stream").value !== true) {
    options.fail("parameter.together", "stream_options without stream");
  }
  if (logprobs.given && body.at("logprobs").value !== true) {
    logprobs.fail("parameter.together", "top_logprobs without logprobs");
  }
}

/** A4.1 and A4.2, for the models whose name says what they take. */
export function checkChatModel(body: Place): void {
  const model = reasoningModel(body.at("model").text);
  if (model === undefined) return;
  const maximum = body.at("max_tokens");
  if (maximum.given) maximum.fail("model.max-tokens", `${model.name} takes max_completion_tokens`);
  checkSampling(body, body.at("reasoning_effort"), [
    ...["frequency_penalty", "presence_penalty", "logit_bias", "top_logprobs"],
  ]);
  checkToolsWithReasoning(body);
  const stops = body.at("stop");
  if (stops.given && !model.stops) stops.fail("model.stop", `${model.name} takes no stop`);
}

/** A4.2: `never` on any reasoning model, temperature and its like only while it does not reason. */
export function checkSampling(body: Place, request: Place, never: readonly string[]): void {
  const model = reasoningModel(body.at("model").text);
  if (model === undefined) return;
  if (request.given && model.efforts !== undefined) expectOneOf(request, "model.effort", model.efforts);
  const samples = model.samples && (request.given ? request.text : model.effort) === "none";
  for (const key of [...never, ...(samples ? [] : ["temperature", "top_p", "logprobs"])]) {
    const place = body.at(key);
    if (place.given) place.fail("model.sampling", `${model.name} takes no ${key} while it reasons`);
  }
  const retention = body.at("prompt_cache_retention");
  if (retention.given && (model.version ?? 0) >= 600) retention.fail("model.cache-retention", "refused from gpt-6");
}

// A4.1: also without an effort, where the model's own is not none.
function checkToolsWithReasoning(body: Place): void {
  const model = reasoningModel(body.at("model").text);
  if (model?.version === undefined || model.version < 504 || body.at("tools").items.length === 0) return;
  const request = body.at("reasoning_effort");
  if ((request.given ? request.text : model.effort) === "none" && model.samples) return;
  request.fail("model.tools-and-reasoning", `${model.name} takes no tools on Chat while it reasons`);
}

// A4: nested under json_schema, where Responses is flat.
function checkFormat(place: Place): void {
  if (!expectOneOf(place.at("type"), "format.shape", ["text", "json_object", "json_schema"])) return;
  if (place.at("type").value !== "json_schema") return;
  const schema = place.at("json_schema");
  if (!expectKind(schema, "format.shape", "object")) return;
  expectMatch(schema.at("name"), "format.shape", /^[a-zA-Z0-9_-]{1,64}$/);
  if (schema.at("schema").present) expectKind(schema.at("schema"), "format.shape", "object");
  if (schema.at("strict").present) expectKind(schema.at("strict"), "format.shape", "boolean", "null");
}
