import { type MetricEvent, Metrics } from "../observe/metrics.ts";
import type { Batch } from "./batch.ts";

/** Leaves the counting to the primary, which learns of each request by its record. */
export class ForwardedMetrics extends Metrics {
  private readonly events: Batch<MetricEvent>;

  constructor(events: Batch<MetricEvent>) {
    super();
    this.events = events;
  }

  override observe(): void {}

  override count(event: MetricEvent): void {
    this.events.add(event);
  }
}
