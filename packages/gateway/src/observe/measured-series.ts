import type { CountedSeries } from "./series.ts";

/** What another process has measured. */
export interface MeasuredSeries {
  /** Of each metric, in the order of `Metrics.all`, with models by their names. */
  readonly series: readonly (readonly CountedSeries[])[];
  /** How many responses there were of each model. */
  readonly responses: readonly ModelResponses[];
}

export interface ModelResponses {
  readonly provider: string;
  readonly model: string;
  readonly count: number;
}
