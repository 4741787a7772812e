import type { DialectId, DialectName } from "./names.ts";
import type { DialectAliases } from "./wire.ts";

/** Where a value could be of several dialects, the first of them counts. */
const IDS: { readonly [Id in DialectId]: Id } = {
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  anthropic: "anthropic",
  gemini: "gemini",
  "gemini-interactions": "gemini-interactions",
  ollama: "ollama",
  openrouter: "openrouter",
  bedrock: "bedrock",
  mcp: "mcp",
  executable: "executable",
};

const ALIASES: DialectAliases = {
  openai: "openai-chat",
  responses: "openai-responses",
  claude: "anthropic",
  google: "gemini",
};

const BY_NAME: ReadonlyMap<string, DialectId> = new Map(Object.entries({ ...IDS, ...ALIASES }));

/**
 * The id of the dialect with this id or alias.
 *
 * @example
 * dialectIdOf("claude"); // "anthropic"
 */
export function dialectIdOf(name: string): DialectId | undefined {
  return BY_NAME.get(name);
}

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
  return [...BY_NAME.keys()].filter(isDialect);
}
