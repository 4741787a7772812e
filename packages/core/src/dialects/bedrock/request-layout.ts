import { jsonIn } from "../../json/parse.ts";
import { isObject } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { count, type FieldMapping, list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";

/** The type of a structured output format. */
export const JSON_SCHEMA = "json_schema";

/** What Claude takes besides: https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-extended-thinking.html */
const MORE = "/additionalModelRequestFields";
const FORMAT = "/outputConfig/textFormat";

/** What Nova takes instead: https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html */
const NOVA = `${MORE}/reasoningConfig`;
const NOVA_TOP_K = `${MORE}/inferenceConfig/topK`;

/**
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html; the model, and whether to stream, are in the
 * URL. AWS's SDKs have the model beside the fields of the body.
 */
const FIELDS: Readonly<Record<string, FieldMapping>> = {
  model: text("/modelId"),
  system: list("/system"),
  messages: list("/messages"),
  maxTokens: count("/inferenceConfig/maxTokens"),
  temperature: count("/inferenceConfig/temperature"),
  topP: count("/inferenceConfig/topP"),
  stop: list("/inferenceConfig/stopSequences"),
  tools: list("/toolConfig/tools"),
  choice: object("/toolConfig/toolChoice"),
  // Beside its own field, as Claude and gpt-oss take it: https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-openai.html
  effort: text("/outputConfig/effort", `${MORE}/output_config/effort`, `${MORE}/reasoning_effort`),
  formatType: { at: [`${FORMAT}/type`], is: (value) => value === JSON_SCHEMA },
  formatText: { at: [`${FORMAT}/structure/jsonSchema/schema`], is: isObjectText },
  formatName: text(`${FORMAT}/structure/jsonSchema/name`),
  formatDescription: text(`${FORMAT}/structure/jsonSchema/description`),
  topK: count(`${MORE}/top_k`),
  thinking: text(`${MORE}/thinking/type`, `${MORE}/reasoning_config/type`),
  thinkingBudget: count(`${MORE}/thinking/budget_tokens`, `${MORE}/reasoning_config/budget_tokens`),
  thinkingDisplay: text(`${MORE}/thinking/display`),
  metadata: object("/requestMetadata"),
  serviceTier: text("/serviceTier/type"),
};

/** A request to any model but Nova. */
const REQUEST: Layout = layoutWith(FIELDS);

/** A request to Nova, which has other places for reasoning and sampling. */
const NOVA_REQUEST: Layout = layoutWith({
  ...FIELDS,
  effort: text(`${NOVA}/maxReasoningEffort`),
  thinking: text(`${NOVA}/type`),
  topK: count(NOVA_TOP_K),
});

/** The layout that a request is written in for a model. */
export function layoutFor(isNova: boolean): Layout {
  return isNova ? NOVA_REQUEST : REQUEST;
}

/** The layout of a request: Nova's, if it has settings of Nova and none of Claude. */
export function layoutOf({ additionalModelRequestFields: more }: JsonObject): Layout {
  const has = (names: readonly string[]) =>
    isObject(more) && names.some((name) => isObject(more) && more[name] !== undefined);
  return layoutFor(has(["reasoningConfig", "inferenceConfig"]) && !has(["thinking", "reasoning_config", "top_k"]));
}

/** Whether a request was read in Nova's layout. */
export function isLikeNova({ origin }: Provenance): boolean {
  return origin?.fields.thinking === NOVA_REQUEST.defaultPlaces.thinking;
}

function layoutWith(fields: Readonly<Record<string, FieldMapping>>): Layout {
  return defineLayout<string>({
    dialect: "bedrock",
    unknown: UNKNOWN_SETTINGS,
    optional: { "/performanceConfig/latency": "standard" },
    fields,
    derivedFrom: { formatSchema: "formatText" },
  });
}

function isObjectText(value: Json): boolean {
  return typeof value === "string" && isObject(jsonIn(value) ?? null);
}
