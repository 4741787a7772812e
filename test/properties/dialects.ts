import type { Json } from "@toolglot/core";

/** The dialects that hold whole conversations. */
export const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter"] as const;

export type DialectName = (typeof DIALECTS)[number];
export type Fields = { readonly [key: string]: Json };

/** Every two of them that differ. */
export const PAIRS: readonly (readonly [DialectName, DialectName])[] = DIALECTS.flatMap((one) =>
  DIALECTS.filter((other) => other !== one).map((other) => [one, other] as const),
);

/** A model of each whose rules are known. */
export const MODELS: Readonly<Record<DialectName, string>> = {
  "openai-chat": "gpt-4.1",
  "openai-responses": "gpt-4.1",
  anthropic: "claude-sonnet-4-5",
  gemini: "gemini-2.5-flash",
  ollama: "qwen3",
  openrouter: "openai/gpt-4.1",
};

/** Fields that are there, for objects that are written down with those that are not. */
export function given(fields: Readonly<Record<string, Json | undefined>>): Fields {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
