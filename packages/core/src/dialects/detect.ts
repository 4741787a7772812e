import type { DialectSigns } from "../model/detect.ts";
import { detect as anthropic } from "./anthropic/detect.ts";
import { detect as bedrock } from "./bedrock/detect.ts";
import { detect as executable } from "./executable/detect.ts";
import { detect as gemini } from "./gemini/detect.ts";
import { detect as geminiInteractions } from "./gemini-interactions/detect.ts";
import { detect as mcp } from "./mcp/detect.ts";
import type { DialectId } from "./names.ts";
import { detect as ollama } from "./ollama/detect.ts";
import { detect as openaiChat } from "./openai-chat/detect.ts";
import { detect as openaiResponses } from "./openai-responses/detect.ts";
import { detect as openrouter } from "./openrouter/detect.ts";

/** How the values of each dialect are recognized. It is not part of the dialects, so that a bundle that detects none does not hold it. */
export const SIGNS: { readonly [Id in DialectId]: DialectSigns } = {
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
