import { CHAT_PARAMETERS } from "./chat-parameters.ts";
import { effort, kind, range, whole } from "./parameters.ts";
import type { Place } from "./place.ts";
import { type Check, expectKind, expectOneOf } from "./shape.ts";

/** D1: Chat's list and OpenRouter's own. */
export const OPENROUTER_PARAMETERS: Readonly<Record<string, Check>> = {
  ...CHAT_PARAMETERS,
  modalities: kind("array"),
  service_tier: kind("string"),
  models: kind("array"),
  provider: checkProvider,
  plugins: checkPlugins,
  reasoning: kind("object"),
  top_k: whole(0),
  top_a: range(0, 1),
  min_p: range(0, 1),
  repetition_penalty: kind("number"),
  session_id: (place) => {
    if (place.text.length > 256) place.fail("openrouter.session", "more than 256 characters");
    expectKind(place, "parameter.type", "string");
  },
};

/** D1: an effort or a budget, and the shorthand says the same. */
export function checkReasoning(body: Place): void {
  const [reasoning, shorthand] = [body.at("reasoning"), body.at("reasoning_effort")];
  const request = reasoning.at("effort");
  if (request.given) effort(request);
  if (request.given && reasoning.at("max_tokens").given) {
    reasoning.fail("openrouter.reasoning", "effort and max_tokens exclude each other");
  }
  if (request.given && shorthand.given && request.value !== shorthand.value) {
    shorthand.fail("openrouter.reasoning", "reasoning_effort differs from reasoning.effort");
  }
}

/** D2: what an assistant message carries from turn to turn. */
export function checkMessageDetails(message: Place): void {
  const [reasoning, details] = [message.at("reasoning"), message.at("reasoning_details")];
  if (reasoning.given) expectKind(reasoning, "openrouter.details", "string");
  if (details.given) expectKind(details, "openrouter.details", "array");
  for (const detail of details.items) checkDetail(detail);
}

const DETAILS: Readonly<Record<string, string>> = {
  "reasoning.text": "text",
  "reasoning.summary": "summary",
  "reasoning.encrypted": "data",
  "reasoning.server_tool_call": "tool_name",
};

function checkDetail(detail: Place): void {
  if (!expectOneOf(detail.at("type"), "openrouter.details", Object.keys(DETAILS))) return;
  const field = detail.at(DETAILS[detail.at("type").text] ?? "");
  // A signature may come without a text.
  if (field.given || !detail.at("signature").given) expectKind(field, "openrouter.details", "string");
}

function checkProvider(place: Place): void {
  if (!expectKind(place, "openrouter.provider", "object")) return;
  const [collection, sort] = [place.at("data_collection"), place.at("sort")];
  if (collection.given) expectOneOf(collection, "openrouter.provider", ["allow", "deny"]);
  if (typeof sort.value === "string") {
    expectOneOf(sort, "openrouter.provider", ["price", "throughput", "latency", "exacto"]);
  }
}

function checkPlugins(place: Place): void {
  expectKind(place, "openrouter.plugins", "array");
  for (const plugin of place.items) expectKind(plugin.at("id"), "openrouter.plugins", "non-empty string");
}
