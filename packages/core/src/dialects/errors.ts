import type { ErrorsCodec } from "../model/dialect.ts";
import * as anthropic from "./anthropic/errors.ts";
import * as bedrock from "./bedrock/errors.ts";
import * as executable from "./executable/errors.ts";
import * as gemini from "./gemini/errors.ts";
import * as geminiInteractions from "./gemini-interactions/errors.ts";
import * as mcp from "./mcp/errors.ts";
import type { DialectId } from "./names.ts";
import * as ollama from "./ollama/errors.ts";
import * as openaiChat from "./openai-chat/errors.ts";
import * as openaiResponses from "./openai-responses/errors.ts";
import * as openrouter from "./openrouter/errors.ts";

/**
 * Reads and writes the errors of each dialect.
 *
 * @example
 * errorCodecs.anthropic.decode({ type: "error", error: { type: "rate_limit_error", message: "slow down" } }, 429).kind; // "rate-limit"
 */
export const errorCodecs: { readonly [Id in DialectId]: ErrorsCodec } = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  openrouter,
  bedrock,
  mcp,
  executable,
};
