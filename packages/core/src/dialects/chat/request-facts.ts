import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import {
  anything,
  count,
  type FieldMapping,
  flag,
  list,
  object,
  text,
  textOrList,
} from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import type { ChatFacts } from "./facts.ts";
import type { ChatRequestSpec } from "./spec.ts";

/** The requests of a dialect of the family. Apart from `ChatFacts`, so that reading calls does not need the tools' codec. */
export interface ChatRequestFacts extends ChatFacts, ChatRequestSpec, ChoiceLayouts {
  readonly request: Layout;
}

/** The layouts of `tool_choice`. */
interface ChoiceLayouts {
  readonly namedChoice: Layout;
  readonly customChoice: Layout;
  readonly allowedChoice: Layout;
}

/** Adds to the facts of one dialect what its requests need. */
export function chatRequestFacts(facts: ChatFacts, spec: ChatRequestSpec): ChatRequestFacts {
  const { dialect } = facts;
  const request = defineLayout({ dialect, unknown: UNKNOWN_SETTINGS, fields: { ...REQUEST, ...spec.settings } });
  return { ...facts, ...spec, ...choiceLayouts(dialect), request };
}

// As Chat writes them, or flat as Responses does.
function choiceLayouts(dialect: string): ChoiceLayouts {
  const choice = (type: string, rules: Record<string, FieldMapping>): Layout =>
    defineLayout({ dialect, unknown: UNKNOWN_SETTINGS, constants: { "/type": type }, fields: rules });
  const allowed = { mode: text("/allowed_tools/mode", "/mode"), allowed: list("/allowed_tools/tools", "/tools") };
  return {
    namedChoice: choice("function", { name: text("/function/name", "/name") }),
    customChoice: choice("custom", { name: text("/custom/name", "/name") }),
    allowedChoice: choice("allowed_tools", allowed),
  };
}

/** The settings of the whole family; a dialect may add to them. */
const REQUEST: Readonly<Record<string, FieldMapping>> = {
  model: text("/model"),
  messages: list("/messages"),
  tools: list("/tools", "/functions"),
  choice: anything("/tool_choice", "/function_call"),
  parallel: flag("/parallel_tool_calls"),
  stream: flag("/stream"),
  includeUsage: flag("/stream_options/include_usage"),
  maxTokens: count("/max_completion_tokens", "/max_tokens"),
  temperature: count("/temperature"),
  topP: count("/top_p"),
  frequencyPenalty: count("/frequency_penalty"),
  presencePenalty: count("/presence_penalty"),
  seed: count("/seed"),
  stop: textOrList("/stop"),
  candidates: count("/n"),
  logprobs: flag("/logprobs"),
  topLogprobs: count("/top_logprobs"),
  logitBias: object("/logit_bias"),
  formatType: text("/response_format/type"),
  formatName: text("/response_format/json_schema/name"),
  formatDescription: text("/response_format/json_schema/description"),
  formatSchema: object("/response_format/json_schema/schema"),
  formatStrict: flag("/response_format/json_schema/strict"),
  effort: text("/reasoning_effort"),
  verbosity: text("/verbosity"),
  user: text("/safety_identifier", "/user"),
  metadata: object("/metadata"),
  serviceTier: text("/service_tier"),
  store: flag("/store"),
  cacheKey: text("/prompt_cache_key"),
  cacheMode: text("/prompt_cache_options/mode"),
  cacheTtl: text("/prompt_cache_options/ttl"),
};
