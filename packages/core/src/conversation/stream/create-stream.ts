import type { BridgeStream } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { PassthroughStream } from "../passthrough/passthrough-stream.ts";
import { streamContext } from "./stream-context.ts";
import { TranslatingStream } from "./translating-stream.ts";

/** The stream of a response: passed through within one dialect, translated between two. */
export function createStream(conversation: Conversation): BridgeStream {
  const context = streamContext(conversation);
  return conversation.isPassthrough ? new PassthroughStream(context) : new TranslatingStream(context);
}
