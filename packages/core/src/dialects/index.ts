import type { Dialect } from "../model/dialect.ts";
import { dialect as anthropic } from "./anthropic/index.ts";
import { dialect as executable } from "./executable/index.ts";
import { dialect as gemini } from "./gemini/index.ts";
import { dialect as mcp } from "./mcp/index.ts";
import { dialect as ollama } from "./ollama/index.ts";
import { dialect as openaiChat } from "./openai-chat/index.ts";
import { dialect as openaiResponses } from "./openai-responses/index.ts";
import { dialect as openrouter } from "./openrouter/index.ts";

/** Every dialect that is known. */
export const dialects: readonly Dialect[] = [
  openaiChat,
  openaiResponses,
  anthropic,
  gemini,
  ollama,
  openrouter,
  mcp,
  executable,
];

/**
 * The dialect with this id or alias.
 *
 * @example
 * findDialect("claude")?.id; // "anthropic"
 */
export function findDialect(name: string): Dialect | undefined {
  return BY_NAME.get(name);
}

const BY_NAME: ReadonlyMap<string, Dialect> = new Map(
  dialects.flatMap((dialect) => [dialect.id, ...dialect.aliases].map((name): [string, Dialect] => [name, dialect])),
);

/**
 * The names that a dialect may be called by: every id, then every alias.
 *
 * @example
 * dialectNames().includes("google"); // true
 */
export function dialectNames(): string[] {
  return [...dialects.map(({ id }) => id), ...dialects.flatMap(({ aliases }) => aliases)];
}
