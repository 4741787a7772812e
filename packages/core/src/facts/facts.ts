/** What is known of a model, on whichever way it is reached. What is absent is not known. */
export interface Facts {
  /** It takes `temperature` and the like: always, never, without an effect, or only while it does not reason. */
  readonly sampling?: boolean | "ignored" | "unless-reasoning" | undefined;
  /** Fields of a request, by their canonical names, that it refuses whatever else is said. */
  readonly refuses?: readonly string[] | undefined;
  /** It can be told that it must call a tool. */
  readonly forcedChoice?: boolean | undefined;
  /** It goes on with an assistant's message that ends the conversation. */
  readonly prefill?: boolean | undefined;
  /** A system message may stand among the others. */
  readonly midSystem?: boolean | undefined;
  /** It takes system messages at all. */
  readonly systemMessages?: boolean | undefined;
  /** It can be told whether calls may be parallel. */
  readonly parallelCalls?: boolean | undefined;
  /** It can search for tools that were deferred. */
  readonly toolSearch?: boolean | undefined;
  /** On Chat Completions it takes tools at this effort alone, or not at all. */
  readonly chatTools?: string | false | undefined;
  /** On Chat Completions it refuses `max_tokens`, the older name of `max_completion_tokens`. */
  readonly completionTokens?: boolean | undefined;
  /** It reasons. */
  readonly reasoning?: boolean | undefined;
  /** It takes `thinking: { type: "adaptive" }`. */
  readonly adaptiveThinking?: boolean | undefined;
  /** It takes `thinking: { type: "enabled", budget_tokens }`, or another form of a budget. */
  readonly manualThinking?: boolean | undefined;
  /** It takes `thinking: { type: "between_tools" }`. */
  readonly betweenTools?: boolean | undefined;
  /** It cannot be told not to reason. */
  readonly alwaysThinks?: boolean | undefined;
  /** At the highest efforts it cannot be told not to reason. */
  readonly thinksAtHighEffort?: boolean | undefined;
  /** It reasons without being told to. */
  readonly thinksUnasked?: boolean | undefined;
  /** The least and the most tokens that it can be given for reasoning. */
  readonly smallestBudget?: number | undefined;
  readonly largestBudget?: number | undefined;
  /** The efforts that it knows; empty where it takes none. */
  readonly efforts?: readonly string[] | undefined;
  /** The effort of a request that names none. */
  readonly defaultEffort?: string | undefined;
  /** How much it says can be chosen: the values of `verbosity`. */
  readonly verbosity?: readonly string[] | undefined;
  /** Patterns in schemas may look around. */
  readonly lookaround?: boolean | undefined;
  /** The first call of each step must carry a signature. */
  readonly signedSteps?: boolean | undefined;
  /** Results may hold media. */
  readonly resultMedia?: boolean | undefined;
  /** Functions and built-in tools may stand side by side. */
  readonly mixedTools?: boolean | undefined;
  /** The fewest tokens of a prompt that are worth caching. */
  readonly cacheMinTokens?: number | undefined;
  /** The most tokens that it can say. */
  readonly maxTokens?: number | undefined;
}

/** The efforts that there are, from the least to the most. */
export const EFFORTS: readonly string[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
