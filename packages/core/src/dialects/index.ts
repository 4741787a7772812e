import type { Dialect } from "../model/dialect.ts";
import { dialectIdOf } from "./ids.ts";
import type { DialectId } from "./names.ts";
import {
  anthropic,
  bedrock,
  executable,
  gemini,
  geminiInteractions,
  mcp,
  ollama,
  openaiChat,
  openaiResponses,
  openrouter,
} from "./values.ts";

/** In the order of their ids in `ids.ts`. */
const BY_ID: { readonly [Id in DialectId]: Dialect<Id> } = {
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

/** Every dialect that is known. */
export const dialects: readonly Dialect<DialectId>[] = Object.values(BY_ID);

/**
 * The dialect with this id or alias.
 *
 * @example
 * findDialect("claude")?.id; // "anthropic"
 */
export function findDialect(name: string): Dialect<DialectId> | undefined {
  const id = dialectIdOf(name);
  return id === undefined ? undefined : BY_ID[id];
}
