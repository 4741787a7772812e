import type { JsonObject } from "./json.ts";
import type { JsonSchema } from "./schema.ts";

/** The settings of a request. */
export interface Settings {
  readonly stream?: boolean | undefined;
  /** The stream ends with its usage. */
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
  /** The number of candidates. */
  readonly candidates?: number | undefined;
  readonly logprobs?: boolean | undefined;
  readonly topLogprobs?: number | undefined;
  readonly logitBias?: JsonObject | undefined;
  /** The format of the output: text, any JSON object, or JSON by a schema. */
  readonly formatType?: "text" | "json" | "schema" | undefined;
  readonly formatName?: string | undefined;
  readonly formatDescription?: string | undefined;
  readonly formatSchema?: JsonSchema | undefined;
  readonly formatStrict?: boolean | undefined;
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`. */
  readonly effort?: string | undefined;
  readonly thinking?: "on" | "off" | "adaptive" | "between-tools" | undefined;
  readonly thinkingBudget?: number | undefined;
  /** How reasoning is shown: `omitted`, `summarized`, … */
  readonly thinkingDisplay?: string | undefined;
  readonly includeThoughts?: boolean | undefined;
  readonly reasoningSummary?: string | undefined;
  readonly verbosity?: string | undefined;
  /** An id of the end user, for the vendor's abuse detection. */
  readonly user?: string | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly serviceTier?: string | undefined;
  /** What is blocked, as `{ category, threshold }` in capitals. */
  readonly safetySettings?: readonly JsonObject[] | undefined;
  readonly store?: boolean | undefined;
  readonly cacheKey?: string | undefined;
  /** Settings of automatic caching. */
  readonly cacheMode?: string | undefined;
  readonly cacheTtl?: string | undefined;
  readonly cacheRetention?: string | undefined;
  /** Sets a cache breakpoint on the last cacheable block. */
  readonly cacheControl?: JsonObject | undefined;
  /** A prefix of the conversation in the vendor's cache, by its id. */
  readonly cacheId?: string | undefined;
  readonly previousResponse?: string | undefined;
}
