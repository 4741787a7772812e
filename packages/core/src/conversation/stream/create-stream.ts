// Which stream a bridge creates.

import type { BridgeStream } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { featuresOf } from "../features.ts";
import { streamContext } from "./stream-context.ts";
import { TranslatingStream } from "./translating-stream.ts";

/** The stream of a response: passed through within one dialect, translated between two. */
export function createStream(conversation: Conversation): BridgeStream {
  const { passthrough } = featuresOf(conversation);
  if (passthrough !== undefined && conversation.isPassthrough) return passthrough.stream(conversation);
  return new TranslatingStream(streamContext(conversation));
}
