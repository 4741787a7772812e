import { sdk as anthropic } from "./anthropic.ts";
import { sdk as bedrock } from "./bedrock.ts";
import { sdk as gemini } from "./gemini.ts";
import { sdk as geminiInteractions } from "./gemini-interactions.ts";
import { sdk as ollama } from "./ollama.ts";
import { sdk as openaiChat } from "./openai-chat.ts";
import { sdk as openaiResponses } from "./openai-responses.ts";
import type { Sdk } from "./types.ts";

export type { Accepted, Consumed, Sdk } from "./types.ts";

/** The official SDKs, by the dialect that they read. */
export const sdks: Readonly<Record<string, Sdk>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  bedrock,
};
