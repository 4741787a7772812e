import type { DialectName } from "../dialects.ts";
import { responses as anthropic } from "./anthropic.ts";
import { responses as bedrock } from "./bedrock.ts";
import { responses as gemini } from "./gemini.ts";
import { responses as geminiInteractions } from "./gemini-interactions.ts";
import { responses as ollama } from "./ollama.ts";
import { responses as openaiChat } from "./openai-chat.ts";
import { responses as openaiResponses } from "./openai-responses.ts";
import { responses as openrouter } from "./openrouter.ts";
import type { WholeResponses } from "./types.ts";

/** The whole responses of each dialect. */
export const responses: Readonly<Record<DialectName, WholeResponses>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  openrouter,
  bedrock,
};
