import * as anthropic from "./anthropic.ts";
import * as gemini from "./gemini.ts";
import * as ollama from "./ollama.ts";
import * as openaiChat from "./openai-chat.ts";
import * as openaiResponses from "./openai-responses.ts";
import type { Sdk } from "./types.ts";

export type { Accepted, Body, Call, Consumed, ConsumeOptions, Rejected, Sdk } from "./types.ts";

/** The official SDKs, by the dialect that they read. */
export const sdks: Readonly<Record<string, Sdk>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  ollama,
};
