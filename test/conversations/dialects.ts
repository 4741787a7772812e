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

/** Those, and the dialects that have tools, calls and results alone. */
export const ALL_DIALECTS = [...DIALECTS, "mcp", "executable"] as const;
