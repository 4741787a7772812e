import { isObject } from "../../../json/value.ts";
import type { ChatQuirk } from "../quirk.ts";

/**
 * Groq sends reasoning in `reasoning` and the usage of a stream in `x_groq`:
 * https://github.com/groq/groq-typescript/blob/main/src/resources/chat/completions.ts. Deltas of gpt-oss also have its
 * `channel`, which the SDK does not declare.
 */
export const groq: ChatQuirk = {
  reasoningFields: ["reasoning"],
  deltaMetadata: ["channel"],
  usageIn: ({ x_groq: own }) => (isObject(own) && isObject(own.usage) ? own.usage : undefined),
};
