/** What is known about a model, whatever provider serves it. Absent means unknown. */
export interface Facts {
  /** Whether it accepts `temperature` and the like: always, never, without effect, or only while it does not reason. */
  readonly sampling?: boolean | "ignored" | "unless-reasoning" | undefined;
  /** Fields of a request, by their canonical names, that it always refuses. */
  readonly refuses?: readonly string[] | undefined;
  /** A tool call can be forced. */
  readonly forcedChoice?: boolean | undefined;
  /** It continues an assistant message at the end of the conversation. */
  readonly prefill?: boolean | undefined;
  /** System messages may follow other messages. */
  readonly midSystem?: boolean | undefined;
  /** It accepts system messages at all. */
  readonly systemMessages?: boolean | undefined;
  /** Parallel calls can be switched off. */
  readonly parallelCalls?: boolean | undefined;
  /** It can search for deferred tools. */
  readonly toolSearch?: boolean | undefined;
  /** In Chat Completions it accepts tools at this effort only, or not at all. */
  readonly chatTools?: string | false | undefined;
  /** In Chat Completions it refuses `max_tokens`, the older name of `max_completion_tokens`. */
  readonly completionTokens?: boolean | undefined;
  /** It reasons. */
  readonly reasoning?: boolean | undefined;
  /** It accepts `thinking: { type: "adaptive" }`. */
  readonly adaptiveThinking?: boolean | undefined;
  /** It accepts `thinking: { type: "enabled", budget_tokens }`, or another form of a token budget. */
  readonly manualThinking?: boolean | undefined;
  /** It accepts `thinking: { type: "between_tools" }`. */
  readonly betweenTools?: boolean | undefined;
  /** Reasoning cannot be switched off. */
  readonly alwaysThinks?: boolean | undefined;
  /** Reasoning cannot be switched off at the highest efforts. */
  readonly thinksAtHighEffort?: boolean | undefined;
  /** It reasons by default. */
  readonly thinksUnasked?: boolean | undefined;
  /** The smallest and the largest token budget for reasoning. */
  readonly smallestBudget?: number | undefined;
  readonly largestBudget?: number | undefined;
  /** The efforts that it supports; empty if it has none. */
  readonly efforts?: readonly string[] | undefined;
  /** The default effort. */
  readonly defaultEffort?: string | undefined;
  /** The supported values of `verbosity`. */
  readonly verbosity?: readonly string[] | undefined;
  /** Patterns in schemas may have look-around. */
  readonly lookaround?: boolean | undefined;
  /** The first call of each step must have a signature. */
  readonly signedSteps?: boolean | undefined;
  /** Results may contain media. */
  readonly resultMedia?: boolean | undefined;
  /** Functions and hosted tools may be used together. */
  readonly mixedTools?: boolean | undefined;
  /** The smallest prompt, in tokens, that can be cached. */
  readonly cacheMinTokens?: number | undefined;
  /** The most output tokens. */
  readonly maxTokens?: number | undefined;
}

/** All efforts, from the least to the most. */
export const EFFORTS: readonly string[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
