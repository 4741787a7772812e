import type { Json } from "./json.ts";
import type { MediaKind } from "./part.ts";
import type { HostedKind } from "./tool.ts";

/** The names that a profile may have; `native` is the default between dialects. */
export type ProfileName =
  | "native"
  | "strict"
  | "strict-literal"
  | "lenient"
  | "conservative"
  | "portable"
  | "passthrough";

/** Which names a provider takes. */
export interface NameRule {
  /** The characters that may stand in a name, as the inside of a character class. */
  readonly characters: string;
  /** The characters that may stand first, where they are fewer. */
  readonly first?: string;
  readonly maxLength: number;
}

/** Which ids a provider takes for calls. */
export interface IdRule {
  /** What its own ids begin with. */
  readonly prefix: string;
  /** Whether ids from elsewhere get that prefix, and lose it again on the way out. */
  readonly marked: boolean;
  /** Matches an id that has only the characters that are taken. */
  readonly characters: RegExp;
  readonly minLength?: number;
  readonly maxLength: number;
}

/** What is known of a dialect's conversations beyond their shapes. */
export interface ConversationProfile {
  readonly callIds: IdRule;
  /** Whether there are messages at all, or calls and results alone. */
  readonly messages: boolean;
  /** The field of a request, beside the choice, that tells whether calls may be parallel. */
  readonly parallelField?: string;
  /** How the bytes of a stream are divided. */
  readonly framing: "sse" | "ndjson";
  /** The lists in a request that agents send again with every turn: their tools, and the messages so far. */
  readonly repeatedLists?: readonly string[];
  /** What follows on the last word of a stream, where clients look for it. */
  readonly endMark?: string;
  /** What stands where in an error of this dialect, by JSON Pointers; what is otherwise is another's error. */
  readonly errorFields?: Readonly<Record<string, "string" | "number">>;
  /** What else stands in such an error, by JSON Pointers; it is written where a copy of the API has nothing or something else. */
  readonly filledErrorFields?: Readonly<Record<string, "string" | "number" | "string or null">>;
  /** `errorFields` of an error in the midst of a stream, where that is otherwise. */
  readonly frameErrorFields?: Readonly<Record<string, "string" | "number">>;
  /** The same for a whole answer that says of itself that it has failed, where that is no error but an answer. */
  readonly failedAnswerFields?: Readonly<Record<string, "string" | "number">>;
  /** JSON Pointers to where an answer, or a frame of a stream, names its model. */
  readonly answerModel?: readonly string[];
  /** Whether all results of a turn stand in one user message, before what the user says. */
  readonly resultsInUserTurn: boolean;
  /** Where system messages may stand: before the conversation alone, with some models after what the user says, or anywhere. */
  readonly system: "leading" | "by-model" | "anywhere";
  /** A conversation begins with what the user says. */
  readonly startsWithUser: boolean;
  /** Text that is empty, or blank, is taken. */
  readonly emptyText: boolean;
  /** Thoughts are taken without the vendor's signature on them. */
  readonly plainReasoning: boolean;
  /** Clients need not send the ids of calls back. */
  readonly optionalCallIds?: boolean;
  /** Clients keep the signature of a call and drop reasoning: that of others travels as the signature of the call after it. */
  readonly reasoningOnCalls?: boolean;
  /** What is taken for the signature of a call that has none. */
  readonly dummySignature?: string;
  /** Calls have a field for whatever a server wants back with them. */
  readonly extraContent?: boolean;
  /** The keys under which this vendor's signature of a call stands in such a field, where its servers speak that dialect. */
  readonly extraSignature?: readonly string[];
  /** Calls have a field that their vendor's signature can stand in. */
  readonly signedCalls: boolean | "in-message";
  /** Results repeat the name of the tool. */
  readonly namedResults?: true;
  /** Which results can be structured: all of them, those that are no error, or those without content. */
  readonly structuredResults?: "all" | "successes" | "without-content";
  /** What a result may hold beside text. */
  readonly resultMedia: ReadonlySet<MediaKind>;
  /** The schema of an answer may be one that the model need not keep to. */
  readonly looseFormats: boolean;
  /** There are tools that take free text. */
  readonly customTools: boolean;
  /** Which tools a choice can be limited to: any of them, functions alone while hosted tools stay free, or it cannot. */
  readonly allowedTools: "all" | "functions" | "none";
  /** The name by which models call several tools at once, although nobody declared such a tool. */
  readonly callWrapper?: RegExp;
  /** An answer can say that it was withheld; without that, one that says nothing would pass for a success. */
  readonly withheld: boolean;
  /** The field of a request that a paused turn is appended to, where turns can pause and be continued. */
  readonly pausedTurnField?: string;
  /** What the servers of some models do otherwise: every rule that matches the model's name holds. Facts of models are in facts/. */
  readonly models: readonly ModelRule[];
  /** Settings that a model does not take are dropped by the provider itself. */
  readonly dropsRefused?: boolean;
}

/** What the servers of a family of models do otherwise. */
export interface ModelRule {
  readonly model: RegExp;
  /** Values of other fields under which the rule does not hold; null is for a field that is not there. */
  readonly unless?: Readonly<Record<string, readonly (string | null)[]>>;
  /** The ids that these models take for calls, where they are not those of their dialect. */
  readonly callIds?: IdRule;
  /** Canonical field of a request → JSON Pointer, where these models have it in another place. */
  readonly places?: Readonly<Record<string, string>>;
  /**
   * Which thoughts must come back: one with every turn or every call, be it empty, or none from before the user's last words.
   * `never`: these models show none in this dialect, so that what a history has of them is another vendor's.
   */
  readonly thoughts?: "every-turn" | "every-call" | "this-turn" | "never";
  /** Further facts, by name. */
  readonly facts?: Readonly<Record<string, Json>>;
}

/** What is told of one model, whatever its dialect knows of it; fields go by their canonical names. */
export interface ModelFacts {
  /** Fields of a request that are left out, with a loss. */
  readonly refuses?: readonly string[];
  /** Fields of a request that are kept. */
  readonly accepts?: readonly string[];
  /** The model cannot reason, and refuses to be told how much it is to. */
  readonly thinking?: false;
}

/** Which values may stand in an `enum`. */
export type EnumValues = "any" | "primitive" | "string-or-number" | "string";

/** The JSON Schema that a target speaks: data that the lowering follows. */
export interface SchemaProfile {
  /** The keywords that may stand in a schema; absent: all. */
  readonly keywords?: ReadonlySet<string>;
  /** The keywords that may not stand at the root, although they may below it. */
  readonly notAtRoot: ReadonlySet<string>;
  /** Whether forms that only draft-07 knows are written in those of 2020-12: always, where no older draft is declared, or never. */
  readonly modern: "always" | "undeclared" | "never";
  /** What is required must be declared. */
  readonly declaredRequired: boolean;
  /** Whether `$ref` is understood, or must be written out. */
  readonly refs: "keep" | "inline";
  /** The root says its properties, even when there are none. */
  readonly rootProperties: boolean;
  /** Every object says `additionalProperties: false`. */
  readonly closed: boolean;
  /** Every property is required; optional ones are made nullable. */
  readonly allRequired: boolean;
  /** `additionalProperties` may be `true` or a schema. */
  readonly openObjects: boolean;
  /** An object that names no properties, and a schema without a type, may stand as they are. */
  readonly untyped: boolean;
  /** An object whose `properties` are empty may stand below the root. */
  readonly emptyObjects: boolean;
  /** Every array says what its items are. */
  readonly arraysNeedItems: boolean;
  /** How more than one type is said: a list, OpenAPI's `nullable`, or not at all. */
  readonly typeLists: "array" | "nullable" | "none";
  readonly enumValues: EnumValues;
  /** Formats per type that are understood; absent: all. */
  readonly formats?: Readonly<Record<string, ReadonlySet<string>>>;
  /** Which patterns are understood: all, those that need no backtracking, or of these only those without large counts and the like. */
  readonly patterns: "any" | "regular" | "simple";
  /** `minItems` above 1 is understood. */
  readonly anyMinItems: boolean;
  /** `anyOf` may stand directly in `items`. */
  readonly anyOfInItems: boolean;
  /** `anyOf` may have neighbours on its node. */
  readonly anyOfWithSiblings: boolean;
  /** Which property names are taken; absent: all. */
  readonly propertyNames?: NameRule;
  /** The schema for what stands below `items`, where a target reads that with other eyes. */
  readonly items?: SchemaProfile;
  readonly limits?: SchemaLimits;
}

/** Bounds on one tool's lowered schema, beyond which a strict mode is not used. */
export interface SchemaLimits {
  readonly depth?: number;
  readonly properties?: number;
  readonly enumValues?: number;
  readonly nameCharacters?: number;
  readonly optional?: number;
  readonly unions?: number;
}

/** Bounds on all strict tools of a request together. */
export interface StrictBudget {
  readonly tools: number;
  readonly optional: number;
  readonly unions: number;
}

/** ikigai's translation for one provider. */
export interface LiteralProfile {
  /** Strict, with every property required and the root closed. */
  readonly strict: boolean;
  /** Keywords that are taken away at every level. */
  readonly removes: ReadonlySet<string>;
  readonly variant?: string;
}

/** What is known of a dialect beyond its shapes. */
export interface DialectProfile {
  readonly toolNames: NameRule;
  /** The schema that is spoken by default, and by named variants of the dialect. */
  readonly native: SchemaProfile;
  readonly variants?: Readonly<Record<string, SchemaProfile>>;
  /** The schema that an answer may be held to, where it is none of the others. */
  readonly format?: SchemaProfile;
  /** The schema of the strict mode, where there is one. */
  readonly strict?: SchemaProfile;
  readonly strictBudget?: StrictBudget;
  /** Whether `strict` must be written even when it is false. */
  readonly strictIsExplicit: boolean;
  /** The features that the `conservative` profile takes away (seed matrix of tooladapter). */
  readonly conservativeLacks: ReadonlySet<string>;
  /** What the `strict-literal` profile does for this dialect. */
  readonly literal: LiteralProfile;
  /** Hosted tools that this dialect can say, and the word that it has for each. */
  readonly hosted: Readonly<Partial<Record<HostedKind, string>>>;
  /** The names that those go by, where they share one space of names with the functions. */
  readonly hostedNames?: Readonly<Partial<Record<HostedKind, string>>>;
  /** The vendor's type of the tool by which clients search for further tools themselves. */
  readonly clientSearch?: string;
  /** Whether tools can be searched for depends on the model. */
  readonly searchByModel?: boolean;
  /** Fields of a canonical tool that this dialect can say. */
  readonly toolFields: ReadonlySet<string>;
  readonly conversation: ConversationProfile;
}
