import type { Conversation } from "../conversation.ts";
import type { DialectName, Fields } from "../dialects.ts";
import { write as anthropic } from "./anthropic.ts";
import { write as bedrock } from "./bedrock.ts";
import { write as gemini } from "./gemini.ts";
import { write as geminiInteractions } from "./gemini-interactions.ts";
import { write as ollama } from "./ollama.ts";
import { write as openaiChat } from "./openai-chat.ts";
import { write as openaiResponses } from "./openai-responses.ts";
import { write as openrouter } from "./openrouter.ts";

/** A conversation as a request of each dialect, from the wire facts and without the core. */
export const requests: Readonly<Record<DialectName, (conversation: Conversation) => Fields>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  openrouter,
  bedrock,
};
