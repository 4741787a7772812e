import type { ChatQuirk } from "../quirk.ts";

/** Ollama's `/v1/chat/completions`: https://docs.ollama.com/api/openai-compatibility */
export const ollama: ChatQuirk = { reasoningFields: ["reasoning"] };
