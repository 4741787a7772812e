import type { Json } from "@toolglot/core";
import { DIALECTS } from "../conversations/dialects.ts";
import { isDrawn } from "../support/extent.ts";

export { DIALECTS };

export type DialectName = (typeof DIALECTS)[number];
export type Fields = { readonly [key: string]: Json };

/** Every two of them that differ; in the quick run, each is paired with two or three others, on each side. */
export const PAIRS: readonly (readonly [DialectName, DialectName])[] = DIALECTS.flatMap((one, row) =>
  DIALECTS.filter((other, column) => other !== one && isDrawn(3, row, column + 1)).map(
    (other) => [one, other] as const,
  ),
);

/** A model of each whose rules are known. */
export const MODELS: Readonly<Record<DialectName, string>> = {
  "openai-chat": "gpt-4.1",
  "openai-responses": "gpt-4.1",
  anthropic: "claude-sonnet-4-5",
  gemini: "gemini-2.5-flash",
  "gemini-interactions": "gemini-2.5-flash",
  ollama: "qwen3",
  openrouter: "openai/gpt-4.1",
  bedrock: "anthropic.claude-sonnet-4-5",
};

/**
 * Models that differ in what they take: how they think, whether they are sampled or forced, what they want signed. Not
 * among them is gpt-6-astra on Chat, which takes no tools there at all (A4.1 of the wire facts).
 */
export const TARGETS: Readonly<Record<DialectName, readonly string[]>> = {
  "openai-chat": ["gpt-4.1", "gpt-5", "gpt-5.1", "gpt-5.6", "gpt-6-sol", "o3"],
  "openai-responses": ["gpt-4.1", "gpt-5", "gpt-5.1", "gpt-5.6", "gpt-6-astra", "o4-mini"],
  anthropic: [
    "claude-sonnet-4-5",
    "claude-opus-4-6",
    "claude-opus-4-8",
    "claude-sonnet-5",
    "claude-opus-5-5",
    "claude-haiku-5-5",
  ],
  gemini: ["gemini-2.0-flash", "gemini-2.5-pro", "gemini-2.5-flash", "gemini-3.8-flash"],
  "gemini-interactions": ["gemini-2.5-pro", "gemini-2.5-flash", "gemini-3.8-flash"],
  ollama: ["qwen3", "gpt-oss"],
  openrouter: ["openai/gpt-4.1", "anthropic/claude-opus-4.5", "deepseek/deepseek-r1"],
  bedrock: ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-opus-5-5", "us.amazon.nova-2-lite-v1:0"],
};

/** Fields that are there, for objects that are written down with those that are not. */
export function given(fields: Readonly<Record<string, Json | undefined>>): Fields {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
