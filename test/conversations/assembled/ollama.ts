import type { Json, JsonObject } from "@toolglot/core";
import { joined, listIn, objectIn } from "./values.ts";

/** The answer that the lines of a stream add up to; the last says all that is not the message: https://docs.ollama.com/api/chat */
export function assemble(lines: readonly JsonObject[]): JsonObject {
  const messages = lines.map((line) => objectIn(line.message));
  const calls = messages.flatMap((message) => listIn(message.tool_calls));
  const images = messages.flatMap((message) => listIn(message.images));
  const logprobs: readonly Json[] = lines.flatMap((line) => listIn(line.logprobs));
  const message = {
    ...messages.at(-1),
    content: joined(messages, "content"),
    ...(messages.some(({ thinking }) => thinking !== undefined) && { thinking: joined(messages, "thinking") }),
    ...(images.length > 0 && { images }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  // The first line tells when the answer began, the last when it was over.
  const created = lines[0]?.created_at;
  return {
    ...lines.at(-1),
    ...(created !== undefined && { created_at: created }),
    message,
    ...(logprobs.length > 0 && { logprobs }),
  };
}
