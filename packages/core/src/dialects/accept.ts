import type { Accept } from "../model/dialect.ts";
import { accept as anthropic } from "./anthropic/accept.ts";
import { accept as bedrock } from "./bedrock/accept.ts";
import { accept as executable } from "./executable/accept.ts";
import { accept as gemini } from "./gemini/accept.ts";
import { accept as geminiInteractions } from "./gemini-interactions/accept.ts";
import { accept as mcp } from "./mcp/accept.ts";
import type { DialectId } from "./names.ts";
import { accept as ollama } from "./ollama/accept.ts";
import { accept as openaiChat } from "./openai-chat/accept.ts";
import { accept as openaiResponses } from "./openai-responses/accept.ts";
import { accept as openrouter } from "./openrouter/accept.ts";

/** What each provider accepts. It is not part of the dialects, so that a bundle that checks nothing does not hold it. */
export const ACCEPT: { readonly [Id in DialectId]: Accept } = {
  anthropic,
  bedrock,
  executable,
  gemini,
  "gemini-interactions": geminiInteractions,
  mcp,
  ollama,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  openrouter,
};
