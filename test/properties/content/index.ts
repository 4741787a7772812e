import type { DialectName, Fields } from "../dialects.ts";
import { read as anthropic } from "./anthropic.ts";
import { read as bedrock } from "./bedrock.ts";
import type { RequestContent } from "./common.ts";
import { read as gemini } from "./gemini.ts";
import { read as geminiInteractions } from "./gemini-interactions.ts";
import { read as ollama } from "./ollama.ts";
import { read as openaiChat } from "./openai-chat.ts";
import { read as openaiResponses } from "./openai-responses.ts";

export type { CallItem, Item, RequestContent } from "./common.ts";

/** What a request says, read by the rules of each dialect and without the core. */
export const contentReaders: Readonly<Record<DialectName, (body: Fields) => RequestContent>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  openrouter: openaiChat,
  bedrock,
};
