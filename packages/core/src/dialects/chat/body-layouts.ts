import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import {
  count,
  type FieldMapping,
  filledList,
  filledText,
  list,
  object,
  text,
  textOrList,
} from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { quirkList } from "./quirks/index.ts";
import type { ChatSpec } from "./spec.ts";
import { CANDIDATE_FIELDS, RESPONSE_FIELDS } from "./unknown-fields.ts";

/** The layouts of messages and responses. */
export interface BodyLayouts {
  readonly message: Layout;
  readonly result: Layout;
  readonly response: Layout;
  readonly candidate: Layout;
  readonly usage: Layout;
}

/** Makes the layouts of messages and responses. */
export function bodyLayouts(spec: ChatSpec): BodyLayouts {
  const { dialect } = spec;
  return {
    message: defineLayout({ dialect, fields: messageFields(spec), handled: ["parts", "plain"] }),
    result: defineLayout({ dialect, fields: messageFields(spec), handled: RESULT_HANDLED }),
    response: defineLayout({
      dialect,
      unknown: RESPONSE_FIELDS,
      constants: { "/object": "chat.completion" },
      fields: RESPONSE,
    }),
    candidate: defineLayout({
      dialect,
      unknown: CANDIDATE_FIELDS,
      fields: { ...candidateFields(spec), finishReason: filledText("/finish_reason") },
    }),
    usage: defineLayout({ dialect, unknown: UNKNOWN_METADATA, fields: USAGE }),
  };
}

/** Fields of a result that are written to its content: errors and structured content as text. */
const RESULT_HANDLED = ["parts", "plain", "kind", "namespace", "isError", "structured"];

function messageFields({ reasoning, reasoningDetails }: ChatSpec): Record<string, FieldMapping> {
  return {
    role: text("/role"),
    content: textOrList("/content"),
    name: text("/name"),
    refusal: filledText("/refusal"),
    reasoning: filledText(...reasoning),
    ...(reasoningDetails === undefined ? {} : { reasoningDetails: filledList(reasoningDetails) }),
    calls: filledList("/tool_calls"),
    functionCall: { at: ["/function_call"], is: (value) => isObject(value) && value.name !== "" },
    id: text("/tool_call_id"),
    citations: filledList("/annotations"),
  };
}

// A choice and its message are one canonical candidate. Its role is `assistant` if it is absent.
function candidateFields(spec: ChatSpec): Record<string, FieldMapping> {
  const rules = Object.entries({ ...messageFields(spec), content: responseContent("/content") });
  const below = rules.map(([field, rule]) => [field, { ...rule, at: rule.at.map((place) => `/message${place}`) }]);
  const { role, ...message } = Object.fromEntries(below) as Record<string, FieldMapping>;
  return { index: count("/index"), ...message, role: { ...(role as FieldMapping), absentMeans: "assistant" } };
}

// `content` of a response is null if there is none.
function responseContent(...at: string[]): FieldMapping {
  return { at, is: (value) => typeof value === "string" || (isArray(value) && value.length > 0), placeholder: null };
}

const RESPONSE: Readonly<Record<string, FieldMapping>> = {
  // Groq and Ollama send empty strings for absent fields.
  id: filledText("/id"),
  created: count("/created"),
  model: filledText("/model"),
  choices: list("/choices"),
  usage: object("/usage"),
  usedTier: filledText("/service_tier"),
};

const USAGE: Readonly<Record<string, FieldMapping>> = {
  input: count("/prompt_tokens"),
  output: count("/completion_tokens"),
  total: count("/total_tokens"),
  cacheRead: count("/prompt_tokens_details/cached_tokens", ...quirkList("cacheRead")),
  cacheWrite: count("/prompt_tokens_details/cache_write_tokens"),
  reasoning: count("/completion_tokens_details/reasoning_tokens"),
};
