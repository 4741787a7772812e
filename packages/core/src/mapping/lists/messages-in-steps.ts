// Decoding and encoding the messages of a request. A conversation may have tens of thousands of them, so that the work
// is counted, and paused when other requests should have a turn (`steps.ts`).

import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after, mapInSteps } from "../../steps.ts";

/** What a message or a part costs to decode and to encode, in steps of the budget. */
const DECODING = 1 / 16;
const ENCODING = 1 / 8;

/** Decodes the messages of a conversation, with pauses where it is long. */
export function decodeInSteps(
  wire: readonly Json[],
  decode: (message: Json, at: Report) => Message,
  report: Report,
): Eventually<Message[]> {
  const { budget } = report.ledger;
  const decodeOne = (item: Json, index: number) => {
    const message = decode(item, report.at(index));
    budget.count((1 + message.parts.length) * DECODING);
    return message;
  };
  return mapInSteps(wire, decodeOne, budget);
}

/** Encodes the messages of a conversation, with pauses where it is long; a message may give one object, several or none. */
export function encodeInSteps<Wire extends object>(
  messages: readonly Message[],
  encode: (message: Message) => Wire | NoInfer<readonly Wire[]> | undefined,
  { ledger: { budget } }: Report,
): Eventually<Wire[]> {
  const encodeOne = (message: Message) => {
    budget.count((1 + message.parts.length) * ENCODING);
    return encode(message);
  };
  return after(mapInSteps(messages, encodeOne, budget), (wire) => wire.flatMap((each) => each ?? []) as Wire[]);
}
