// The parts of a conversation that not every program needs, as interfaces. Entry points hand in the implementations
// (`features.ts` of the core), so that a bundle without one does not carry its code.

import { type Feature, requireFeature } from "../features.ts";
import type { Ledger } from "../ledger.ts";
import type { StreamEvent } from "../model/event.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Message } from "../model/message.ts";
import type { Part } from "../model/part.ts";
import type { ReasoningRecord } from "../model/reasoning.ts";
import type { CanonicalRequest } from "../model/request.ts";
import type { CanonicalResponse } from "../model/response.ts";
import type { Steps } from "../model/steps.ts";
import type { Report } from "../report.ts";
import type { AnswerTranslation, BridgeStream, Translation } from "./bridge-types.ts";
import type { Conversation } from "./conversation.ts";
import type { DecodedRequest } from "./request/decode-request.ts";
import type { EmulatedSearch } from "./search/emulated-search.ts";

/** The features of a conversation, each undefined where the program did not import it. */
export interface ConversationFeatures {
  readonly passthrough?: Passthrough;
  readonly storedReasoning?: StoredReasoning;
  readonly toolSearch?: ToolSearch;
  readonly promptCaching?: PromptCaching;
  readonly assembly?: Assembly;
}

/** What a conversation within one dialect does instead of translating. */
export interface Passthrough extends Feature<"passthrough"> {
  request(
    decoded: CanonicalRequest,
    source: { readonly body: Json; readonly ledger: Ledger },
    conversation: Conversation,
  ): Steps<Translation>;
  response(body: Json, conversation: Conversation): AnswerTranslation;
  stream(conversation: Conversation): BridgeStream;
}

/** Reasoning that is recorded from responses, and restored in later requests. */
export interface StoredReasoning extends Feature<"storedReasoning"> {
  /** The keys under which reasoning of a conversation may have been stored. */
  keys(decoded: DecodedRequest, conversation: Conversation): Steps<string[]>;
  /** The messages of a request with the reasoning that was stored. */
  restore(request: CanonicalRequest, conversation: Conversation, report: Report): readonly Message[];
  /** The reasoning in a response that may be stored; nothing for a request that could not be decoded. */
  record(parts: readonly Part[], conversation: Conversation): ReasoningRecord[] | undefined;
  /** Makes what records the next stream. */
  recorder(conversation: Conversation): MakeRecorder | undefined;
}

/** Makes a recorder of one stream. */
export type MakeRecorder = () => ReasoningRecorder;

/** Records the reasoning in a stream. */
export interface ReasoningRecorder {
  take(event: StreamEvent): void;
  /** What may be stored; empty before the end of the response. */
  records(): readonly ReasoningRecord[];
}

/** The tool search for models without one. */
export interface ToolSearch extends Feature<"toolSearch"> {
  /** The search for a request whose deferred tools are hidden; `undefined` if they are few, or the model can search itself. */
  begin(request: CanonicalRequest, conversation: Conversation): EmulatedSearch | undefined;
  /** The request with the function that searches in place of the vendor's, and with no tool deferred. */
  declare(request: CanonicalRequest, search: EmulatedSearch): CanonicalRequest;
  /** Whether the model waits for the result of a search, and for nothing of the client's. */
  isAwaited(response: CanonicalResponse, search: EmulatedSearch): boolean;
  /** The provider's request that continues a turn after its searches. */
  resume(parts: readonly Part[], search: EmulatedSearch, conversation: Conversation): JsonObject;
  /** The response without the calls of the search, which the client does not know. */
  hide(response: CanonicalResponse, search: EmulatedSearch): CanonicalResponse;
}

/** The marks or the key by which a provider caches prompts. */
export interface PromptCaching extends Feature<"promptCaching"> {
  originate(value: JsonObject, conversation: Conversation, report: Report): JsonObject;
}

/** One response of a whole stream. */
export interface Assembly extends Feature<"assembly"> {
  assemble(text: string, conversation: Conversation): AnswerTranslation;
}

/** The features that a conversation was given. */
export function featuresOf({ features }: Conversation): ConversationFeatures {
  return features as ConversationFeatures;
}

/** Refuses options whose feature the program did not import. */
export function requireFeatures({ features, options, isPassthrough }: Conversation): void {
  if (isPassthrough) requireFeature(features, "passthrough", "a bridge within one dialect");
  if (options.providerName !== undefined) requireFeature(features, "storedReasoning", "the option providerName");
  if (options.emulateToolSearch !== undefined) requireFeature(features, "toolSearch", "the option emulateToolSearch");
  if (options.caching !== undefined) requireFeature(features, "promptCaching", "the option caching");
}

/** Has the provider cache the prefix of a conversation, where the bridge is asked to. */
export function originateCaching(value: JsonObject, conversation: Conversation, report: Report): JsonObject {
  return featuresOf(conversation).promptCaching?.originate(value, conversation, report) ?? value;
}

/** The response without the calls of the bridge's own tool search. */
export function withoutSearches(response: CanonicalResponse, conversation: Conversation): CanonicalResponse {
  const { search } = conversation;
  return (search && featuresOf(conversation).toolSearch?.hide(response, search)) ?? response;
}
