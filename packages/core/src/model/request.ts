import type { Place } from "../place.ts";
import type { Choice } from "./choice.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Message } from "./message.ts";
import type { Noted } from "./node.ts";
import type { JsonSchema } from "./schema.ts";

/** A request to a model. Beside messages, tools and choice, all its fields are flat, so that a table can say where each stands. */
export interface Request extends Noted, Settings {
  readonly model?: string;
  readonly messages: readonly Message[];
  /** The definitions in the dialect's own form; `place` is where their list stands, `loaded` where the last of them do. */
  readonly tools?:
    | { readonly wire: readonly Json[]; readonly place: Place; readonly loaded?: readonly Place[] }
    | undefined;
  readonly choice?: Choice | undefined;
  readonly loaded?: LoadedTools;
}

/** Definitions that stand in the midst of a conversation, each at a place of its own. */
export interface LoadedTools {
  readonly wire: readonly Json[];
  readonly places: readonly Place[];
}

/** How the model is to answer. */
export interface Settings {
  readonly stream?: boolean;
  /** Usage is told at the end of a stream. */
  readonly includeUsage?: boolean;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** How many answers are wanted. */
  readonly candidates?: number;
  readonly logprobs?: boolean;
  readonly topLogprobs?: number;
  readonly logitBias?: JsonObject;
  /** What the answer's text is: prose, any JSON, or JSON by a schema. */
  readonly formatType?: "text" | "json" | "schema";
  readonly formatName?: string;
  readonly formatDescription?: string;
  readonly formatSchema?: JsonSchema;
  readonly formatStrict?: boolean;
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`. */
  readonly effort?: string;
  readonly thinking?: "on" | "off" | "adaptive" | "between-tools";
  readonly thinkingBudget?: number;
  /** Whether the thoughts are shown, and how: `omitted`, `summarized`, … */
  readonly thinkingDisplay?: string;
  readonly includeThoughts?: boolean;
  readonly reasoningSummary?: string;
  readonly verbosity?: string;
  /** The end user, for the vendor's eyes. */
  readonly user?: string;
  readonly metadata?: JsonObject;
  readonly serviceTier?: string;
  readonly store?: boolean;
  readonly cacheKey?: string;
  /** How a vendor that caches by itself is to do it. */
  readonly cacheMode?: string;
  readonly cacheTtl?: string;
  readonly cacheRetention?: string;
  /** Marks the last block that can be cached. */
  readonly cacheControl?: JsonObject;
  readonly previousResponse?: string;
}
