import type { DialectName } from "../dialects.ts";
import type { Rendered, Script } from "../script.ts";
import { render as anthropic } from "./anthropic.ts";
import { render as bedrock } from "./bedrock.ts";
import { render as gemini } from "./gemini.ts";
import { render as geminiInteractions } from "./gemini-interactions.ts";
import { render as ollama } from "./ollama.ts";
import { render as openaiChat } from "./openai-chat.ts";
import { render as openaiResponses } from "./openai-responses.ts";
import { render as openrouter } from "./openrouter.ts";

/** An answer as the stream of each provider, from the wire facts and without the core. */
export const streams: Readonly<Record<DialectName, (script: Script) => Rendered>> = {
  "openai-chat": (script) => openaiChat(script),
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  openrouter,
  bedrock,
};
