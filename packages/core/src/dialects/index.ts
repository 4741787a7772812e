import type { Dialect } from "../model/dialect.ts";
import type { DialectId, DialectName } from "./names.ts";
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

// Where a value could be of several dialects, the first of them counts.
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
  return BY_NAME.get(name);
}

const BY_NAME: ReadonlyMap<string, Dialect<DialectId>> = new Map(
  dialects.flatMap((dialect) =>
    [dialect.id, ...dialect.aliases].map((name): [string, Dialect<DialectId>] => [name, dialect]),
  ),
);

/**
 * Whether a word names a dialect: the way from a `string` to a `DialectName`.
 *
 * @example
 * isDialect("google"); // true
 */
export function isDialect(word: string): word is DialectName {
  return BY_NAME.has(word);
}

/**
 * The names that a dialect may be called by: every id, then every alias.
 *
 * @example
 * dialectNames().includes("google"); // true
 */
export function dialectNames(): DialectName[] {
  return [...dialects.map(({ id }) => id), ...dialects.flatMap(({ aliases }) => aliases)].filter(isDialect);
}
