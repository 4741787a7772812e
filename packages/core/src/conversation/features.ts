// The parts of a conversation that not every program needs, as interfaces. Entry points hand in the implementations
// (`features.ts` of the core), so that a bundle without one does not carry its code.

import { type Feature, MissingFeature, requireFeature } from "../features.ts";
import type { Ledger } from "../ledger.ts";
import type { Dialect } from "../model/dialect.ts";
import type { StreamEvent } from "../model/event.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Message } from "../model/message.ts";
import type { Part } from "../model/part.ts";
import type { ReasoningRecord } from "../model/reasoning.ts";
import type { CanonicalRequest } from "../model/request.ts";
import type { CanonicalResponse, FinishReason } from "../model/response.ts";
import type { Steps } from "../model/steps.ts";
import type { Usage } from "../model/usage.ts";
import type { Report } from "../report.ts";
import type { AnswerTranslation, BridgeStream, PausedTurn, Translation } from "./bridge-types.ts";
import type { Conversation } from "./conversation.ts";
import type { DecodedRequest } from "./request/decode-request.ts";
import type { EmulatedSearch } from "./search/emulated-search.ts";

/** The features of a conversation, each undefined where the program did not import it. */
export interface ConversationFeatures {
  readonly passthrough?: Passthrough;
  readonly storedReasoning?: StoredReasoning;
  readonly toolSearch?: ToolSearch;
  readonly promptCaching?: PromptCaching;
  readonly pausedTurns?: PausedTurns;
  readonly assembly?: Assembly;
}

/** What a conversation within one dialect does instead of translating. */
export interface Passthrough extends Feature<"passthrough"> {
  request(
    decoded: CanonicalRequest,
    source: { readonly body: Json; readonly ledger: Ledger },
    conversation: Conversation,
  ): Steps<Translation>;
  /** A request that is translated within the dialect, as the provider's model takes it. */
  fit(request: CanonicalRequest, provider: Dialect, report: Report): CanonicalRequest;
  /** The same request once it is encoded, with what the provider requires and lenient clients leave out. */
  normalize(value: JsonObject, request: CanonicalRequest, conversation: Conversation, ledger: Ledger): JsonObject;
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
  /** Keeps nothing but the texts themselves of what was taken. */
  rest(): void;
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

/** Turns that the provider pauses, continued for clients whose dialect cannot. */
export interface PausedTurns extends Feature<"pausedTurns"> {
  /** The provider's earlier responses to the turn that a response continues. */
  bodiesOf(continues: PausedTurn | undefined): readonly Json[];
  /** The responses to a turn and its continuations as one response. */
  join(earlier: readonly CanonicalResponse[], last: CanonicalResponse): CanonicalResponse;
  /** The paused turn of a response: the last of its bodies, and all of them joined. */
  pause(bodies: readonly Json[], responses: JoinedResponses, conversation: Conversation): PausedTurn | undefined;
  /** Joins the streams of a turn and its continuations. */
  stream(emit: (event: StreamEvent) => void, conversation: Conversation): StreamedTurn;
}

/** The last response to a turn, and all responses to it as one. */
export interface JoinedResponses {
  readonly last: CanonicalResponse;
  readonly joined: CanonicalResponse;
}

/** A turn whose stream may be paused and continued. */
export interface StreamedTurn {
  readonly paused: PausedTurn | undefined;
  /** The tokens of the streams so far, with those of the current one where no event has told them. */
  usageWith(own?: Usage): Usage | undefined;
  take(event: StreamEvent): void;
  /** The stream of the continuation follows. */
  resume(): void;
  /** The turn is not continued: its end is passed on. */
  release(): void;
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
export function requireFeatures({ features, options, isSameDialect }: Conversation): void {
  if (isSameDialect) requireFeature(features, "passthrough", "a bridge within one dialect");
  if (options.providerName !== undefined) requireFeature(features, "storedReasoning", "the option providerName");
  if (options.emulateToolSearch !== undefined)
    for (const name of ["toolSearch", "pausedTurns"] as const)
      requireFeature(features, name, "the option emulateToolSearch");
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

/** Whether the provider can pause a turn that the client's dialect has no way to continue. */
export function canContinueTurns({ client, provider, requestLike, search }: Conversation): boolean {
  if (search !== undefined) return true;
  if (client.profile.conversation.pausedTurnField !== undefined) return false;
  return provider.profile.conversation.pausedTurnField !== undefined && requestLike !== undefined;
}

/** Refuses to end a turn that would be continued, had the program imported what continues it. */
export function refusePause({ reason }: FinishReason): void {
  if (reason === "pause") throw new MissingFeature("pausedTurns", "a turn that the provider has paused");
}
