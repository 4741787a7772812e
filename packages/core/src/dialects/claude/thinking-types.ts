import { keyOf } from "../../mapping/values/key-of.ts";
import type { Json } from "../../model/json.ts";

/** The canonical `thinking` of a type of Claude's; an unknown one stays as it is. */
export function thinkingOf(type: Json | undefined): string | undefined {
  return typeof type === "string" ? (THINKING.get(type) ?? type) : undefined;
}

/** The type that Claude has for a canonical `thinking`. */
export function thinkingType(thinking: string | undefined): string | undefined {
  return keyOf(THINKING, thinking) ?? thinking;
}

/** https://platform.claude.com/docs/en/api/messages/create */
const THINKING: ReadonlyMap<string, string> = new Map([
  ["enabled", "on"],
  ["disabled", "off"],
  ["adaptive", "adaptive"],
  ["between_tools", "between-tools"],
]);
