// What a `ResponseTranslator` needs of its conversation.

import type { CanonicalRequest } from "../../model/request.ts";
import type { Conversation } from "../conversation.ts";
import type { ResponseTranslatorContext } from "./response-translator.ts";

/** What the responses of a conversation are translated by. */
export function translatorContext(conversation: Conversation): ResponseTranslatorContext {
  const { client, provider, options } = conversation;
  return {
    tools: conversation.tools,
    format: conversation.format,
    ids: conversation.ids,
    client: client.id,
    vendor: provider.id,
    provider: options.providerName,
    extraSignature: provider.profile.conversation.extraSignature,
    profile: client.profile.conversation,
    wrapper: provider.profile.conversation.callWrapper,
    callsBefore: countCalls(conversation.requestLike),
    makeId: options.ids,
  };
}

/** How many calls the messages of a request hold. */
export function countCalls(request: CanonicalRequest | undefined): number {
  let count = 0;
  for (const { parts } of request?.messages ?? []) for (const { type } of parts) if (type === "call") count++;
  return count;
}
