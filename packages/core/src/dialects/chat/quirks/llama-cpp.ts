import type { ChatQuirk } from "../quirk.ts";

/** llama.cpp's server: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp */
export const llamaCpp: ChatQuirk = {
  reasoningFields: ["reasoning_content"],
  overflowCodes: ["exceed_context_size_error"],
};
