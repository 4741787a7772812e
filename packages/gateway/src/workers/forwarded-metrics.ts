import { getOrCreate } from "../get-or-create.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { MeasuredSeries, ModelResponses } from "../observe/measured-series.ts";
import { type MetricEvent, Metrics } from "../observe/metrics.ts";

/** Responses that are still counted. */
interface CountedResponses extends ModelResponses {
  count: number;
}

/** Measures for the primary, which gets the sums from time to time. Which models are labels is decided there. */
export class ForwardedMetrics extends Metrics {
  private responses = new Map<string, CountedResponses>();
  /** Those that were counted last: most requests are like the one before. */
  private recent: CountedResponses | undefined;
  private hasMore = false;

  constructor() {
    super(() => true);
  }

  override observe(record: RequestRecord): void {
    this.hasMore = true;
    super.observe(record);
  }

  override count(event: MetricEvent): void {
    this.hasMore = true;
    super.count(event);
  }

  protected override countResponses(provider: string, model: string, count: number): void {
    const { recent } = this;
    const isSame = recent?.provider === provider && recent.model === model;
    this.recent = isSame ? recent : this.responsesOf(provider, model);
    this.recent.count += count;
  }

  private responsesOf(provider: string, model: string): CountedResponses {
    return getOrCreate(this.responses, `${provider}/${model}`, () => ({ provider, model, count: 0 }));
  }

  /** What was measured since the last call, if anything was. */
  take(): MeasuredSeries | undefined {
    if (!this.hasMore) return undefined;
    const responses = [...this.responses.values()];
    this.responses = new Map();
    this.recent = undefined;
    this.hasMore = false;
    return { series: this.all.map((each) => each.take()), responses };
  }
}
