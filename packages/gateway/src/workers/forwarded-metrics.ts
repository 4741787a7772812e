import { type MetricEvent, Metrics } from "../observe/metrics.ts";
import type { Batch } from "./batch.ts";
import type { Observation } from "./methods.ts";

/** Leaves the counting to the primary, which learns of each request by its record. */
export class ForwardedMetrics extends Metrics {
  private readonly observations: Batch<Observation>;

  constructor(observations: Batch<Observation>) {
    super();
    this.observations = observations;
  }

  override observe(): void {}

  override count(event: MetricEvent): void {
    this.observations.add(event);
  }
}
