import { responses as chat, write } from "./openai-chat.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of OpenRouter (D3 of the wire facts): as Chat's, with the name of the provider. */
export const responses: WholeResponses = {
  ...chat,
  write: (script) => ({ ...write(script, "reasoning"), provider: "OpenAI" }),
};
