import type { Place } from "../place.ts";
import type { Choice } from "./choice.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Message } from "./message.ts";
import type { Provenance } from "./node.ts";
import type { JsonSchema } from "./schema.ts";

/** A request to a model. Beside messages, tools and choice, all its fields are flat, so that a table can say where each stands. */
export interface CanonicalRequest extends Provenance, Settings {
  readonly model?: string | undefined;
  readonly messages: readonly Message[];
  /** The definitions in the dialect's own form; `place` is where their list stands, `loaded` where the last of them do. */
  readonly tools?:
    | { readonly wire: readonly Json[]; readonly place: Place; readonly loaded?: readonly Place[] }
    | undefined;
  readonly choice?: Choice | undefined;
  readonly loaded?: LoadedTools | undefined;
}

/** Definitions that stand in the midst of a conversation, each at a place of its own. */
export interface LoadedTools {
  readonly wire: readonly Json[];
  readonly places: readonly Place[];
}

/** How the model is to answer. */
export interface Settings {
  readonly stream?: boolean | undefined;
  /** Usage is told at the end of a stream. */
  readonly includeUsage?: boolean | undefined;
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly minP?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly repetitionPenalty?: number | undefined;
  readonly seed?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  /** How many answers are wanted. */
  readonly candidates?: number | undefined;
  readonly logprobs?: boolean | undefined;
  readonly topLogprobs?: number | undefined;
  readonly logitBias?: JsonObject | undefined;
  /** What the answer's text is: prose, any JSON, or JSON by a schema. */
  readonly formatType?: "text" | "json" | "schema" | undefined;
  readonly formatName?: string | undefined;
  readonly formatDescription?: string | undefined;
  readonly formatSchema?: JsonSchema | undefined;
  readonly formatStrict?: boolean | undefined;
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`. */
  readonly effort?: string | undefined;
  readonly thinking?: "on" | "off" | "adaptive" | "between-tools" | undefined;
  readonly thinkingBudget?: number | undefined;
  /** Whether the thoughts are shown, and how: `omitted`, `summarized`, … */
  readonly thinkingDisplay?: string | undefined;
  readonly includeThoughts?: boolean | undefined;
  readonly reasoningSummary?: string | undefined;
  readonly verbosity?: string | undefined;
  /** The end user, for the vendor's eyes. */
  readonly user?: string | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly serviceTier?: string | undefined;
  readonly store?: boolean | undefined;
  readonly cacheKey?: string | undefined;
  /** How a vendor that caches by itself is to do it. */
  readonly cacheMode?: string | undefined;
  readonly cacheTtl?: string | undefined;
  readonly cacheRetention?: string | undefined;
  /** Marks the last block that can be cached. */
  readonly cacheControl?: JsonObject | undefined;
  readonly previousResponse?: string | undefined;
}
