import type { CachingProfile } from "./caching-profile.ts";
import type { MediaKind } from "./content.ts";
import type { Json } from "./json.ts";
import type { IdRule } from "./name-rule.ts";

/** What calls and results need of a dialect where no conversation is around them. */
export interface CallRules {
  readonly callIds: IdRule;
  /** Whether the dialect has messages, or only calls and results. */
  readonly messages: boolean;
  /** Calls have a field for their vendor's signature; `in-message` where it is in the message around the call. */
  readonly signedCalls: boolean | "in-message";
  /** Results repeat the name of the tool. */
  readonly namedResults?: true;
  /** Which results can be structured: all of them, those that are no error, or those without content. */
  readonly structuredResults?: "all" | "successes" | "without-content";
  /** The media that a result may contain. */
  readonly resultMedia: ReadonlySet<MediaKind>;
  /** Messages and results may contain search results. */
  readonly searchResults?: true;
  /** The dialect has custom tools, which take free text. */
  readonly customTools: boolean;
}

/** The facts of a dialect's conversations. */
export interface ConversationProfile extends CallRules {
  /** The request field for parallel calls, where it is not part of the choice. */
  readonly parallelField?: string;
  /**
   * The framing of streams. An `event-stream` is AWS's binary one; its text, which streams read and write here, is NDJSON with
   * one message in each line.
   */
  readonly framing: "sse" | "ndjson" | "event-stream";
  /** The request fields that agents repeat with every turn: tools and messages. */
  readonly repeatedLists?: readonly string[];
  /** The bytes after the last event of a stream, such as `data: [DONE]`. */
  readonly endMark?: string;
  /** The fields of this dialect's error bodies by JSON Pointer, with their types; any other body is a foreign error. */
  readonly errorFields?: Readonly<Record<string, "string" | "number">>;
  /** Further fields of an error body, which are added where a compatible server leaves them out. */
  readonly filledErrorFields?: Readonly<Record<string, "string" | "number" | "string or null">>;
  /** `errorFields` of an error event in a stream, where they differ. */
  readonly frameErrorFields?: Readonly<Record<string, "string" | "number">>;
  /** The fields of a successful response that reports a failure, such as `status: "failed"`. */
  readonly failedAnswerFields?: Readonly<Record<string, "string" | "number">>;
  /** JSON Pointers to the model in a response or a stream event. */
  readonly answerModel?: readonly string[];
  /** Whether all results of a turn are in one user message, before its other content. */
  readonly resultsInUserTurn: boolean;
  /** Where system messages are allowed: at the start, with some models after a user message, or anywhere. */
  readonly system: "leading" | "by-model" | "anywhere";
  /** The first message must be the user's. */
  readonly startsWithUser: boolean;
  /** Empty or blank text is accepted. */
  readonly emptyText: boolean;
  /** Reasoning is accepted without the vendor's signature. */
  readonly plainReasoning: boolean;
  /** Clients may leave out the ids of calls. */
  readonly optionalCallIds?: boolean;
  /** Clients keep the signature of a call but drop reasoning parts, so foreign reasoning is sent as the signature of the next call. */
  readonly reasoningOnCalls?: boolean;
  /** A value that is accepted for a missing signature. */
  readonly dummySignature?: string;
  /** Calls have an `extra_content` field that clients send back. */
  readonly extraContent?: boolean;
  /** The keys of this vendor's signature in `extra_content`, where its servers speak Chat. */
  readonly extraSignature?: readonly string[];
  /** Whose signatures the API has, where another vendor's models make them and that vendor takes them back. */
  readonly signatureVendor?: string;
  /** The output schema may be non-strict. */
  readonly looseFormats: boolean;
  /** What an allowed-tools list may name: any tool, functions only, or none. */
  readonly allowedTools: "all" | "functions" | "none";
  /** The name of an undeclared tool with which models wrap several calls. */
  readonly callWrapper?: RegExp;
  /** A response can report that its content was withheld; elsewhere an empty one is an error. */
  readonly withheld: boolean;
  /** The field of a request that a paused turn is appended to, where turns can pause and be continued. */
  readonly pausedTurnField?: string;
  /** Rules of the servers of some models: every rule that matches the model's name applies. Facts of models are in facts/. */
  readonly models: readonly ModelRule[];
  readonly caching?: CachingProfile;
  /** The provider itself drops settings that a model does not accept. */
  readonly dropsRefused?: boolean;
}

/** How the servers of a family of models differ from their dialect. */
export interface ModelRule {
  readonly model: RegExp;
  /** Values of other fields with which the rule does not apply; null stands for an absent field. */
  readonly unless?: Readonly<Record<string, readonly (string | null)[]>>;
  /** The call ids that these models accept, where they differ from their dialect's. */
  readonly callIds?: IdRule;
  /** Canonical field of a request → JSON Pointer, where these models have it elsewhere. */
  readonly places?: Readonly<Record<string, string>>;
  /**
   * Which reasoning must be sent back: with every turn or every call, even if empty, or none from before the last user message.
   * `never`: these models show no reasoning in this dialect, so that reasoning in a history is another vendor's.
   */
  readonly returnReasoning?: "every-turn" | "every-call" | "this-turn" | "never";
  /** Further facts, by name. */
  readonly facts?: Readonly<Record<string, Json>>;
}

/** The caller's facts of a model, which override the built-in ones; fields by their canonical names. */
export interface ModelFacts {
  /** Request fields that are dropped, with a loss. */
  readonly refuses?: readonly string[];
  /** Request fields that are kept. */
  readonly accepts?: readonly string[];
  /** The model cannot reason, and refuses reasoning settings. */
  readonly thinking?: false;
}
