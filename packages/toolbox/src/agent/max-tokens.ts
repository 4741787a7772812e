import { createBridge, type JsonObject } from "@toolglot/core";
import { DIALECT } from "./message.ts";

/**
 * `max_tokens` is required in the agent's dialect. For providers of other dialects it may be left out; for a model of this
 * dialect it is the most that the model can write.
 */
export function maxTokensField(model: string, given: number | undefined): JsonObject {
  if (given !== undefined) return { max_tokens: given };
  if (!/claude/i.test(model)) return {};
  const bridge = createBridge({ client: OTHER_DIALECT, provider: DIALECT, providerModel: model.replace(/^.*\//, "") });
  const { max_tokens } = bridge.request({ model, messages: [{ role: "user", content: "" }] }).value;
  return max_tokens === undefined ? {} : { max_tokens };
}

/** A dialect in which the field is optional, so that a translation fills it in. */
const OTHER_DIALECT = "openai-chat";
