/** The dialects that hold whole conversations. */
export const DIALECTS = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "gemini-interactions",
  "ollama",
  "openrouter",
  "bedrock",
] as const;
