import { connect as anthropic } from "./anthropic.ts";
import { connect as bedrock } from "./bedrock.ts";
import type { Address, Client } from "./client.ts";
import { connect as gemini } from "./gemini.ts";
import { connect as geminiInteractions } from "./gemini-interactions.ts";
import { connect as ollama } from "./ollama.ts";
import { connect as openaiChat } from "./openai-chat.ts";
import { connect as openaiResponses } from "./openai-responses.ts";

export type * from "./client.ts";

/** The official SDKs, by the dialects that they speak. */
export const connections: Readonly<Record<ClientDialect, (address: Address) => Client>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  bedrock,
};

export const DIALECTS = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "gemini-interactions",
  "ollama",
  "bedrock",
] as const;

export type ClientDialect = (typeof DIALECTS)[number];
