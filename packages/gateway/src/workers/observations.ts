import { isRequestRecord, type LogRecord, type RequestRecord } from "../observe/log.ts";
import type { MetricEvent } from "../observe/metrics.ts";
import { ForwardedMetrics } from "./forwarded-metrics.ts";
import { ForwardedUsage } from "./forwarded-usage.ts";
import type { Observed } from "./methods.ts";

/** How long the primary waits for what a worker has logged and what keys have used, in milliseconds: a worker that is killed loses as much. */
const LOG_DELAY = 100;

/** How long it waits for metrics, in milliseconds. Whoever asks for them gets all of them: workers send what they have first. */
const METRICS_DELAY = 1000;

/** From so many characters or records on, nothing waits. */
const ENOUGH_TEXT = 65_536;
const ENOUGH_RECORDS = 256;

/** Formats the record of a request as a line of the log, with its line break; "" if it is not logged. */
export type FormatRecord = (record: RequestRecord) => string;

/**
 * What a worker has logged, measured and counted. It is added up here, and lines are formatted here, so that the primary has work for each message
 * and not for each request.
 */
export class Observations {
  readonly metrics: ForwardedMetrics = new SchedulingMetrics(() => this.sendMetricsLater());
  readonly usage: ForwardedUsage = new ForwardedUsage();
  private readonly send: (observed: Observed) => void;
  private format: FormatRecord | undefined;
  private worker: number | undefined;
  private lines = "";
  private records: LogRecord[] = [];
  private logTimer: ReturnType<typeof setTimeout> | undefined;
  private metricsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (observed: Observed) => void) {
    this.send = send;
  }

  /** From now on, notices have the worker's number, as requests have, which become lines if there is a format. */
  configure(worker: number, format: FormatRecord | undefined): void {
    this.worker = worker;
    this.format = format;
  }

  log(record: LogRecord): void {
    if (this.format !== undefined && isRequestRecord(record)) this.lines += this.format(record);
    else this.records.push(this.worker === undefined ? record : { ...record, worker: this.worker });
    if (this.lines.length >= ENOUGH_TEXT || this.records.length >= ENOUGH_RECORDS) this.sendLog();
    else this.logTimer ??= setTimeout(() => this.sendLog(), LOG_DELAY);
    this.sendMetricsLater();
  }

  /** Sends all that there is. */
  flush(): void {
    clearTimeout(this.metricsTimer);
    this.metricsTimer = undefined;
    const { lines, records } = this.takeLog();
    const [metrics, usage] = [this.metrics.take(), this.usage.take()];
    if (lines !== "" || records.length > 0 || metrics !== undefined || usage.length > 0)
      this.send({ lines, records, metrics, usage });
  }

  private sendLog(): void {
    const { lines, records } = this.takeLog();
    if (lines !== "" || records.length > 0) this.send({ lines, records, metrics: undefined, usage: this.usage.take() });
  }

  private takeLog(): Pick<Observed, "lines" | "records"> {
    clearTimeout(this.logTimer);
    this.logTimer = undefined;
    const { lines, records } = this;
    this.lines = "";
    this.records = [];
    return { lines, records };
  }

  private sendMetricsLater(): void {
    this.metricsTimer ??= setTimeout(() => this.flush(), METRICS_DELAY);
  }
}

/** Events are measured also where no record follows. */
class SchedulingMetrics extends ForwardedMetrics {
  private readonly onMeasured: () => void;

  constructor(onMeasured: () => void) {
    super();
    this.onMeasured = onMeasured;
  }

  override count(event: MetricEvent): void {
    super.count(event);
    this.onMeasured();
  }
}
