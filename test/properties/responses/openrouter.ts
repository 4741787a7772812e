import type { Fields } from "../dialects.ts";
import type { Script } from "../script.ts";
import { write as writeChat } from "./openai-chat.ts";

export { callsOf, textOf } from "./openai-chat.ts";

/** A whole response of OpenRouter (D3 of the wire facts): as Chat's, with the provider and the raw finish reason. */
export function write(script: Script): Fields {
  return { ...writeChat(script, "reasoning"), provider: "OpenAI" };
}
