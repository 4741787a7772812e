import type { ChatQuirk } from "../quirk.ts";

/**
 * vLLM and SGLang finish a request that the engine aborted with `abort`
 * (https://github.com/vllm-project/vllm/blob/main/vllm/v1/engine/__init__.py). `stop_reason`,
 * in SGLang `matched_stop`, is the token or text that ended a choice. Older versions send errors without a
 * surrounding `error` (https://github.com/vllm-project/vllm/blob/v0.8.3/vllm/entrypoints/openai/protocol.py).
 */
export const vllm: ChatQuirk = {
  reasoningFields: ["reasoning", "reasoning_content"],
  choiceMetadata: ["stop_reason", "matched_stop", "token_ids"],
  failedFinishReasons: { abort: "server" },
  isBareError: ({ object }) => object === "error",
};
