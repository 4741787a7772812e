import type { ChatQuirk } from "../quirk.ts";

/**
 * vLLM and SGLang finish a request that the engine aborted with `abort`
 * (https://github.com/vllm-project/vllm/blob/main/vllm/v1/engine/__init__.py). Older versions send errors without a
 * surrounding `error` (https://github.com/vllm-project/vllm/blob/v0.8.3/vllm/entrypoints/openai/protocol.py).
 */
export const vllm: ChatQuirk = {
  reasoningFields: ["reasoning", "reasoning_content"],
  failedFinishReasons: { abort: "server" },
  isBareError: ({ object }) => object === "error",
};
