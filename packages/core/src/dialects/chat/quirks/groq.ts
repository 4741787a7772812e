import { isObject } from "../../../json/value.ts";
import type { ChatQuirk } from "../quirk.ts";

/**
 * Groq has its reasoning in `reasoning`, names the channel of a delta, and sends the usage of a stream in `x_groq`:
 * https://console.groq.com/docs/reasoning, https://console.groq.com/docs/api-reference#chat-create
 */
export const groq: ChatQuirk = {
  reasoningFields: ["reasoning"],
  deltaMetadata: ["channel"],
  usageIn: ({ x_groq: own }) => (isObject(own) && isObject(own.usage) ? own.usage : undefined),
};
