// The public types of a bridge: its options, its methods, and what they return.

import type { DialectLike, DialectName, InputOf, WireOf } from "../dialects/names.ts";
import type { FastOption } from "../fast/switches.ts";
import type { ToolMemory } from "../fast/tool-memory.ts";
import type { ModelFacts } from "../model/conversation-profile.ts";
import type { Failure } from "../model/failure.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Change, Loss } from "../model/loss.ts";
import type { ProfileName } from "../model/profile.ts";
import type { KeptReasoning, ReasoningRecord } from "../model/reasoning.ts";
import type { Steps } from "../model/steps.ts";
import type { Usage } from "../model/usage.ts";

/**
 * A turn that the provider has paused, because its server tools have reached their limit of rounds, where the client's
 * dialect cannot say so. The provider continues it when it is asked with `request`.
 */
export interface PausedTurn<Request = JsonObject> {
  /** The provider's request that continues the turn. */
  readonly request: Request;
}

/** The dialects of a bridge, and how it translates between them. */
export interface BridgeOptions<Client extends DialectLike = DialectName, Provider extends DialectLike = DialectName> {
  /** The client's dialect. */
  readonly client: Client;
  /** The provider's dialect. */
  readonly provider: Provider;
  /** How schemas are lowered: `native` by default, `passthrough` where client and provider have the same dialect. */
  readonly profile?: ProfileName | undefined;
  /** The model to ask the provider for, whatever the client asks for. */
  readonly providerModel?: string | undefined;
  /**
   * The model that responses name, whichever model made them. A response that is passed through is changed only where
   * `providerModel` differs: providers may answer with a longer name of the same model.
   */
  readonly clientModel?: string | undefined;
  /**
   * Which provider it is, where several have the same dialect: signed reasoning goes back only to the provider that made
   * it. With a name, responses list the reasoning that may be stored for later requests.
   */
  readonly providerName?: string | undefined;
  /** What is known of the model beyond its dialect's facts. */
  readonly modelFacts?: ModelFacts | undefined;
  /** Whether the provider can search for tools; by default what its dialect and model are known to do. */
  readonly toolSearch?: boolean | undefined;
  /**
   * Hides deferred tools behind a function that searches them, if there are more than so many and the provider's model cannot search:
   * the bridge answers its calls itself, and the turn goes on by `paused`. By default deferred tools are sent in full.
   */
  readonly emulateToolSearch?: { readonly moreThan: number } | undefined;
  /**
   * Has the provider cache the prefixes of conversations: with marks where its dialect has them, or with this key where it has a
   * field for one. What the client has set itself stays. By default nothing is added.
   */
  readonly caching?: { readonly key?: string } | undefined;
  /** What the request's URL says, in dialects where it names the model or asks for a stream. */
  readonly address?: { readonly model?: string; readonly stream?: boolean } | undefined;
  /** Makes ids for responses and calls whose provider gives none; by default they are derived from position and content. */
  readonly ids?: (() => string) | undefined;
  /**
   * Gives a call another id where the request already has a call with the same one, because some servers count anew with each
   * response. By default only the calls of one response have different ids, and an id always leads back to the same one.
   */
  readonly uniqueCallIds?: boolean | undefined;
  /**
   * For responses that the creator of the bridge stores: the id of this response, whatever the provider calls it, and the
   * id of the response that it follows. A response that is passed through keeps its own.
   */
  readonly answer?: { readonly id?: string; readonly previous?: string } | undefined;
  /** The time in seconds since 1970, for responses whose provider does not say it; 0 by default. */
  readonly now?: (() => number) | undefined;
  /** Shared by the bridges of a gateway, so that the tools of an agent are translated once. */
  readonly memory?: ToolMemory | undefined;
  /** Which fast paths may be taken: all by default. The translation is the same without them. */
  readonly fast?: FastOption | undefined;
}

/** A translated value, with its losses and changes. */
export interface Translation<Value = JsonObject> {
  readonly value: Value;
  readonly losses: Loss[];
  readonly changes: Change[];
}

/** A translated response; `status` is set where it is an error that the provider sent as a success. */
export interface AnswerTranslation<Value = JsonObject, Request = JsonObject> extends Translation<Value> {
  readonly status?: number;
  /** The tokens used, where the provider reports them. */
  readonly usage?: Usage | undefined;
  /** The service tier that the response was served with, where the provider reports it. */
  readonly tier?: string | undefined;
  /** The reasoning that may be stored for later requests of the conversation. */
  readonly reasoning?: readonly ReasoningRecord[];
  /** Set where the provider has paused its turn and the client's dialect cannot say so; `value` is then an incomplete response. */
  readonly paused?: PausedTurn<Request>;
}

/** A request that was translated as an earlier one was, as JSON text. */
export interface RepeatedRequest {
  readonly text: string;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** A translated response, of which only the text was made. */
export interface RepeatedResponse {
  /** The client's response as JSON. */
  readonly text: string;
  readonly result: Omit<AnswerTranslation, "value">;
  /** A provider's response that differs from this one in texts, ids, times and counts alone. */
  readonly sample: JsonObject;
}

/** Translates a provider's stream chunk by chunk. */
export interface BridgeStream {
  push(chunk: Uint8Array | string): string;
  end(): string;
  /** Ends the client's stream with its dialect's error event, e.g. because the connection broke. */
  fail(message: string, failure?: Partial<Failure>): string;
  readonly losses: Loss[];
  readonly changes: Change[];
  /** The error that the client's stream has ended with. */
  readonly failure: Failure | undefined;
  /** The tokens used, as far as the provider has reported them. */
  readonly usage: Usage | undefined;
  /** The service tier that the response is served with, where the provider reports it. */
  readonly tier: string | undefined;
  /** Whether the response is complete, or has failed. */
  readonly ended: boolean;
  /** Whether bytes came after the end of the response, and were left out. */
  readonly trailing: boolean;
  /** Grows with every piece of output and with the end of the response, and with nothing else. */
  readonly progress: number;
  /** The length of the text, reasoning and arguments that have come. */
  readonly characters: number;
  /** The reasoning that may be stored for later requests; empty before the end, and where the stream was cut. */
  readonly reasoning: readonly ReasoningRecord[];
  /**
   * Set where the provider has paused its turn and the client's dialect cannot say so: the end of the response is held back.
   * Send `paused.request`, call `resume` and push the bytes of its response; or call `end`, which ends the response as
   * incomplete. With `emulateToolSearch`, also the first call of `end` may leave the turn paused.
   */
  readonly paused: PausedTurn | undefined;
  /** The bytes that are pushed from now on are the provider's response to `paused.request`. */
  resume(): void;
}

/** Translates a provider's stream event by event: what an SDK yields in, the client's events out. */
export interface BridgeEvents<Client extends DialectLike = DialectName, Provider extends DialectLike = DialectName>
  extends Pick<BridgeStream, "losses" | "changes" | "failure" | "usage" | "ended" | "reasoning" | "resume"> {
  /** The client's events for one of the provider's; none where the event says nothing yet. */
  push(event: InputOf<Provider, "event">): WireOf<Client, "event">[];
  /** The last events; a stream that was cut short ends with the client dialect's error, which is also in `failure`. */
  end(): WireOf<Client, "event">[];
  /** Ends the client's stream with its dialect's error, e.g. because the SDK threw. */
  fail(message: string, failure?: Partial<Failure>): WireOf<Client, "event">[];
  /** As in a `BridgeStream`: push the events of the response to `paused.request` after `resume`. */
  readonly paused: PausedTurn<WireOf<Provider, "request">> | undefined;
}

/** What `new TransformStream(…)` takes: the provider's bytes in, the text of the client's stream out. */
export interface BridgeTransformer {
  transform(chunk: Uint8Array | string, controller: TextController): void;
  flush(controller: TextController): void;
  /** Losses, changes, usage and failure of the stream. */
  readonly stream: BridgeStream;
}

/** Where a transformer puts its output: a `TransformStreamDefaultController`. */
export interface TextController {
  enqueue(text: string): void;
}

/** What was stored for a conversation and goes into its next request. */
export interface RequestOptions {
  /** Reasoning by the keys that `reasoningKeys` returned; restored where the client has not sent it. */
  readonly reasoning?: ReadonlyMap<string, KeptReasoning>;
}

/** What a response follows. */
export interface ResponseOptions {
  /** The paused turn that the response continues: both are translated as one response. */
  readonly continues?: PausedTurn | undefined;
  /** The text that the body was parsed from: `repeatResponse` then knows others that are written alike. */
  readonly text?: string | undefined;
}

/** A provider's error in the client's envelope; `retryAfter` is in seconds, where the provider's body says it. */
export interface ErrorTranslation {
  readonly status: number;
  readonly value: JsonObject;
  readonly retryAfter?: number;
}

/** One conversation between a client and a provider. */
export interface Bridge<Client extends DialectLike = DialectName, Provider extends DialectLike = DialectName> {
  /** Translates the client's request for the provider. */
  request(body: InputOf<Client, "request">, options?: RequestOptions): Translation<WireOf<Provider, "request">>;
  /**
   * Like `request`, in steps: between two of them, a server can attend to other requests. It takes parsed JSON: undefined fields
   * are not absent, as they are for `request`.
   */
  requestInSteps(
    body: InputOf<Client, "request">,
    options?: RequestOptions,
  ): Steps<Translation<WireOf<Provider, "request">>>;
  /**
   * Translates a request to JSON text without building its translation, where it differs from one that a bridge with the same
   * `memory` has translated in texts, ids and arguments alone; `undefined` for all others.
   */
  repeatRequest(body: InputOf<Client, "request">): RepeatedRequest | undefined;
  /** The keys under which reasoning of this conversation may have been stored. */
  reasoningKeys(body: InputOf<Client, "request">): string[];
  /** The same in steps. */
  reasoningKeysInSteps(body: InputOf<Client, "request">): Steps<string[]>;
  /** Translates the provider's response for the client. */
  response(
    body: InputOf<Provider, "response">,
    options?: ResponseOptions,
  ): AnswerTranslation<WireOf<Client, "response">, WireOf<Provider, "request">>;
  /**
   * Translates the text of a response without parsing it, where it differs from one that a bridge with the same `memory` has
   * translated in texts, ids, times and counts alone; `undefined` for all others.
   */
  repeatResponse(text: string): RepeatedResponse | undefined;
  /** Translates a streamed response, bytes for bytes. */
  stream(): BridgeStream;
  /** Translates a streamed response, object for object: an SDK's chunks in, the client's events out. */
  events(): BridgeEvents<Client, Provider>;
  /** `stream()` for `pipeThrough(new TransformStream(bridge.transformer()))`. */
  transformer(): BridgeTransformer;
  /**
   * Translates a provider's whole stream into one response; throws a `StreamError` where the stream is incomplete. A turn that
   * the provider has paused is not continued, and the response ends as incomplete: it is for servers that stream although
   * they were asked not to, of which none pauses turns.
   */
  assemble(text: string): AnswerTranslation<WireOf<Client, "response">, WireOf<Provider, "request">>;
  /** Translates a provider's error into the client's envelope. */
  error(status: number, body: Json): ErrorTranslation;
}
