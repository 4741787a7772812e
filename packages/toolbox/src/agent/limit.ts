/** Why a model must answer without further calls. */
export type AgentLimit = "turn-limit" | "repetition";

/** The prompt that tells the model so. */
export const LIMIT_PROMPTS: Readonly<Record<AgentLimit, string>> = {
  "turn-limit": "This is the last turn, and no more tools can be called. Answer now with what you have.",
  repetition: "The same calls were made again and again, and no more can be made. Answer now with what you have.",
};
