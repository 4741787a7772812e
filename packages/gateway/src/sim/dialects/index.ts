import { dialect as anthropic } from "./anthropic.ts";
import { dialect as bedrock } from "./bedrock.ts";
import type { SimDialect } from "./dialect.ts";
import { dialect as gemini } from "./gemini.ts";
import { dialect as geminiInteractions } from "./gemini-interactions.ts";
import { dialect as ollama } from "./ollama.ts";
import { dialect as chat } from "./openai-chat.ts";
import { dialect as responses } from "./openai-responses.ts";
import { dialect as openrouter } from "./openrouter.ts";

const simDialects: readonly SimDialect[] = [
  chat,
  responses,
  anthropic,
  gemini,
  geminiInteractions,
  ollama,
  openrouter,
  bedrock,
];

/** The dialect with that id; Chat Completions if it is unknown. */
export function simDialect(id: string): SimDialect {
  return simDialects.find((dialect) => dialect.id === id) ?? chat;
}
