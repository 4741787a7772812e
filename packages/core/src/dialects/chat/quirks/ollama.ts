import type { ChatQuirk } from "../quirk.ts";

/** Ollama's `/v1/chat/completions`: https://github.com/ollama/ollama/blob/main/openai/openai.go */
export const ollama: ChatQuirk = { reasoningFields: ["reasoning"] };
