import { isObject } from "../../../json/value.ts";
import type { ChatQuirk } from "../quirk.ts";

/**
 * Groq sends reasoning in `reasoning` (https://console.groq.com/docs/reasoning), the channel of a delta in `channel`, and the
 * usage of a stream in `x_groq`: https://github.com/groq/groq-typescript/blob/main/src/resources/chat/completions.ts
 */
export const groq: ChatQuirk = {
  reasoningFields: ["reasoning"],
  deltaMetadata: ["channel"],
  usageIn: ({ x_groq: own }) => (isObject(own) && isObject(own.usage) ? own.usage : undefined),
};
