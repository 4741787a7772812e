// What a `ResponseTranslator` needs of its conversation.

import type { CallIds } from "../../identity/call-ids.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Lens } from "../../schema/lens.ts";
import type { Conversation } from "../conversation.ts";
import type { ToolSet } from "../tools/tool-set.ts";

/** What a response is translated by. */
export interface ResponseTranslatorContext {
  readonly tools: ToolSet | undefined;
  /** Lifts the response's text, where its JSON schema was lowered. */
  readonly format: Lens | undefined;
  readonly ids: CallIds;
  /** The client's dialect, and the provider's. */
  readonly client: string;
  readonly vendor: string;
  /** Which provider of that dialect it is, where it has a name. */
  readonly provider?: string | undefined;
  /** The keys of the provider's signature inside of a call's extra content. */
  readonly extraSignature?: readonly string[] | undefined;
  /** The client's profile. */
  readonly profile: ConversationProfile;
  /** Makes ids for calls whose provider gives none; by default they are derived from their position. */
  readonly makeId?: (() => string) | undefined;
  /** The name of an undeclared tool that the provider's models call to make several calls at once. */
  readonly wrapper: RegExp | undefined;
  /** The ids of the calls that the conversation had before this response, empty where they may be used again. */
  readonly idsBefore: () => string[];
}

/** The context of the responses to a conversation's last request. */
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
    idsBefore: () => callIdsIn(conversation.request).map((id) => (options.uniqueCallIds === true ? id : "")),
    makeId: options.ids,
  };
}

/** The ids of the calls in the messages of a request. */
export function callIdsIn(request: CanonicalRequest | undefined): string[] {
  const ids: string[] = [];
  for (const { parts } of request?.messages ?? [])
    for (const part of parts) if (part.type === "call") ids.push(part.id);
  return ids;
}
