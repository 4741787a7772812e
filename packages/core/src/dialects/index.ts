import type { Dialect } from "../model/dialect.ts";
import { dialect as anthropic } from "./anthropic/index.ts";
import { dialect as mcp } from "./mcp/index.ts";
import { dialect as openaiChat } from "./openai-chat/index.ts";

/** Every dialect that is known. */
export const dialects: readonly Dialect[] = [openaiChat, anthropic, mcp];

/**
 * The dialect with this id or alias.
 *
 * @example
 * findDialect("claude")?.id; // "anthropic"
 */
export function findDialect(name: string): Dialect | undefined {
  return dialects.find(({ id, aliases }) => id === name || aliases.includes(name));
}

/**
 * The names that a dialect may be called by: every id, then every alias.
 *
 * @example
 * dialectNames().includes("google"); // true
 */
export function dialectNames(): string[] {
  return [...dialects.map(({ id }) => id), ...dialects.flatMap(({ aliases }) => aliases)];
}
