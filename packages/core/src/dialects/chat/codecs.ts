import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodeCall, encodeCall } from "./calls.ts";
import { decodeChoice, encodeChoice } from "./choice.ts";
import type { ChatFacts } from "./facts.ts";
import { decodeMessages, encodeMessages } from "./messages.ts";
import { decodePart, encodePart } from "./parts.ts";
import { ChatStreamReader } from "./reader.ts";
import { decodeResponse, encodeResponse } from "./response.ts";
import { decodeResult, encodeResult } from "./results.ts";
import { ChatStreamWriter } from "./writer.ts";

/** The codecs that differ between the dialects of the family by their facts alone. */
export type ChatCodecs = Omit<ConversationCodecs, "request" | "errors">;

/** Binds the family's codecs to the facts of one dialect. */
export function chatCodecs(facts: ChatFacts): ChatCodecs {
  return {
    choice: {
      decode: (wire, report) => decodeChoice(facts, wire, report),
      encode: (choice, report) => encodeChoice(facts, choice, report),
    },
    parts: {
      decode: (wire, report) => decodePart(facts, wire, report),
      encode: (part, report) => encodePart(facts, part, report),
    },
    calls: {
      decode: (wire, report) => decodeCall(facts, wire, report),
      encode: (call, report) => encodeCall(facts, call, report),
    },
    results: {
      decode: (wire, report) => decodeResult(facts, wire, report),
      encode: (result, report) => encodeResult(facts, result, report),
    },
    messages: {
      decode: (wire, report) => decodeMessages(facts, wire, report),
      encode: (messages, report) => encodeMessages(facts, messages, report),
    },
    response: {
      decode: (wire, report) => decodeResponse(facts, wire, report),
      encode: (response, report, context) => encodeResponse(facts, response, report, context),
    },
    stream: {
      decode: (emit, report) => new ChatStreamReader(facts, emit, report),
      encode: (report, context) => new ChatStreamWriter(facts, report, context),
    },
  };
}
