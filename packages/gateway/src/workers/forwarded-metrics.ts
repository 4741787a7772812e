import type { MeasuredSeries, ModelResponses } from "../observe/measured-series.ts";
import { Metrics } from "../observe/metrics.ts";

/** Measures for the primary, which gets the sums from time to time. Which models are labels is decided there. */
export class ForwardedMetrics extends Metrics {
  private responses = new Map<string, ModelResponses>();
  private hasMore = false;

  constructor() {
    super(() => true);
  }

  override observe(...args: Parameters<Metrics["observe"]>): void {
    this.hasMore = true;
    super.observe(...args);
  }

  override count(...args: Parameters<Metrics["count"]>): void {
    this.hasMore = true;
    super.count(...args);
  }

  protected override countResponses(provider: string, model: string, count: number): void {
    const key = `${provider}/${model}`;
    this.responses.set(key, { provider, model, count: count + (this.responses.get(key)?.count ?? 0) });
  }

  /** What was measured since the last call, if anything was. */
  take(): MeasuredSeries | undefined {
    if (!this.hasMore) return undefined;
    const responses = [...this.responses.values()];
    this.responses = new Map();
    this.hasMore = false;
    return { series: this.all.map((each) => each.take()), responses };
  }
}
