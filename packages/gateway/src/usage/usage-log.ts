import { picodollarsOf, type TokenClass, type UsageCounts } from "./usage-counts.ts";

/** What usage is counted by. */
export interface UsageSeries {
  /** In UTC, as in `2026-11-16`. */
  readonly day: string;
  /** The name of the client's key, or "" where the gateway has none. */
  readonly key: string;
  readonly provider: string;
  /** The provider's model. */
  readonly model: string;
}

/** What was used on one day by one key of one model. */
export interface UsageRow extends UsageSeries {
  readonly counts: UsageCounts;
}

/** A request that was sent to a provider, or what it has used of another model before. Nothing of its content is in it. */
export interface UsageEntry extends Omit<UsageSeries, "day"> {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the provider has answered; clients can request any model, so others are not counted by their names. */
  readonly isAnswered: boolean;
  /** Whether the request itself is counted, as it is unless it has another entry. */
  readonly isRequest?: boolean;
  readonly isError: boolean;
  readonly isEstimated: boolean;
  readonly losses: number;
  readonly tokens: { readonly [Class in TokenClass]?: number | undefined };
  /** In dollars, where that is known. */
  readonly cost?: number | undefined;
}

/** What several requests have used, of which all or none were answered by their provider. */
export interface CountedUsage {
  readonly isAnswered: boolean;
  /** With models by the names that were requested. */
  readonly rows: readonly UsageRow[];
}

/** The first and the last day. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Counts what clients use. */
export interface UsageLog {
  /** Returns at once; what is added is written later, together with others. */
  add(entry: UsageEntry): void;
  /** Adds what another process has counted. */
  addCounted(counted: CountedUsage): void;
  read(range: DayRange): Promise<readonly UsageRow[]>;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

/** What a gateway has counted since its last batch. */
export interface UsageBatch {
  /** The process that has counted it. */
  readonly source: string;
  /** Grows with each batch of a source, which sends the next one after the last was added. */
  readonly sequence: number;
  readonly rows: readonly UsageRow[];
}

/** Where usage is added up: by one gateway, or by several together. */
export interface UsageStore {
  /** Adds a batch. One that was added before is ignored, so that it can be sent again if it is not known whether it was. */
  add(batch: UsageBatch): Promise<void>;
  read(range: DayRange): Promise<readonly UsageRow[]>;
  close(): Promise<void>;
}

/** The name under which all models are counted that are not counted by their own. */
export const OTHER_MODELS = "_other";

/** What one request adds. */
export function countsOf({ isRequest = true, isError, isEstimated, losses, tokens, cost }: UsageEntry): UsageCounts {
  const picodollars = picodollarsOf(cost);
  const input = wholeNumber(tokens.input);
  const output = wholeNumber(tokens.output);
  return {
    requests: isRequest ? 1 : 0,
    errors: isError ? 1 : 0,
    losses,
    input,
    cacheRead: wholeNumber(tokens.cacheRead),
    cacheWrite: wholeNumber(tokens.cacheWrite),
    output,
    reasoning: wholeNumber(tokens.reasoning),
    cost: picodollars ?? 0,
    unpriced: picodollars === undefined && input + output > 0 ? 1 : 0,
    estimated: isEstimated ? 1 : 0,
  };
}

// They come from a provider, who may report anything.
function wholeNumber(count: number | undefined): number {
  return count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
