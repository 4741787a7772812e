import type { NativeTraffic } from "../model/dialect.ts";
import { forModel as anthropicForModel } from "./anthropic/model.ts";
import { normalizeFrame as anthropicFrame } from "./anthropic/normalize.ts";
import { forModel as bedrockForModel } from "./bedrock/model.ts";
import { forModel as geminiForModel } from "./gemini/model.ts";
import { normalizeFrame as geminiFrame, normalizeRequest as geminiRequest } from "./gemini/normalize.ts";
import { forModel as interactionsForModel } from "./gemini-interactions/model.ts";
import type { DialectId } from "./names.ts";
import { nativeForModel as chatForModel } from "./openai-chat/model.ts";
import { forModel as responsesForModel } from "./openai-responses/model.ts";
import {
  normalizeFrame as responsesFrame,
  needsRewriting as responsesNeedRewriting,
  normalizeRequest as responsesRequest,
} from "./openai-responses/normalize.ts";

// Anthropic answers "`tool_use` ids must be unique", and OpenAI "Duplicate value for 'tool_call_id'".
const distinctCallIds = true;

/** What is adapted within each dialect. It is not part of the dialects, so that a bundle without `passthrough` does not hold it. */
const NATIVE: { readonly [Id in DialectId]?: NativeTraffic } = {
  anthropic: { forModel: anthropicForModel, normalizeFrame: anthropicFrame, distinctCallIds },
  bedrock: { forModel: bedrockForModel },
  gemini: { forModel: geminiForModel, normalizeFrame: geminiFrame, normalizeRequest: geminiRequest },
  "gemini-interactions": { forModel: interactionsForModel },
  "openai-chat": { forModel: chatForModel, distinctCallIds },
  "openai-responses": {
    forModel: responsesForModel,
    normalizeFrame: responsesFrame,
    needsRewriting: responsesNeedRewriting,
    normalizeRequest: responsesRequest,
  },
};

const NOTHING: NativeTraffic = {};

/** What is adapted within a dialect. */
export function nativeTraffic({ id }: { readonly id: string }): NativeTraffic {
  return NATIVE[id as DialectId] ?? NOTHING;
}
