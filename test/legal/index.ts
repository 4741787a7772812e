import { legality as anthropic } from "./anthropic.ts";
import { legality as bedrock } from "./bedrock.ts";
import { legality as gemini } from "./gemini.ts";
import { legality as geminiInteractions } from "./gemini-interactions.ts";
import { legality as mcp } from "./mcp.ts";
import { legality as ollama } from "./ollama.ts";
import { legality as openaiChat } from "./openai-chat.ts";
import { legality as openaiResponses } from "./openai-responses.ts";
import { legality as openrouter } from "./openrouter.ts";
import type { Legality } from "./types.ts";

/** Whether a provider or its SDK would take what we wrote, for each dialect; written from the wire facts alone. */
export const legality: Readonly<Record<string, Legality>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  openrouter,
  bedrock,
  mcp,
};
