import type { ChatQuirk } from "../quirk.ts";

/**
 * vLLM, and SGLang after it: `abort` is a request that the engine gave up
 * (https://docs.vllm.ai/en/latest/api/vllm/v1/engine/); older versions have no `error` around their errors
 * (https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/protocol.py).
 */
export const vllm: ChatQuirk = {
  reasoningFields: ["reasoning", "reasoning_content"],
  failedFinishReasons: { abort: "server" },
  isBareError: ({ object }) => object === "error",
};
