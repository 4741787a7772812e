import { writeNode } from "../../mapping/node.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { contentOf } from "./content.ts";
import type { ChatFacts } from "./facts.ts";
import { encodeResult } from "./results.ts";

/**
 * Writes the messages of results that stand alone as `encodeMessages` does: the results, and a user message with the media
 * that they cannot hold. It needs nothing of what only other messages have.
 */
export function encodeResultMessages(facts: ChatFacts, messages: readonly Message[], report: Report): JsonObject[] {
  return messages.flatMap((message) => {
    if (message.role === "user") return [writeMedia(facts, message, report)];
    const results = message.parts.filter((part) => part.type === "result");
    return results.map((result) => encodeResult(facts, result, report));
  });
}

function writeMedia(facts: ChatFacts, message: Message, report: Report): JsonObject {
  const content = contentOf(facts, message.parts, {}, report) ?? "";
  return writeNode(facts.message, message, { role: "user", content }, report);
}
