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

/** How requests become lines of the log. */
export interface LineOutput {
  readonly format: FormatRecord;
  /** Writes them; without it, the primary does. It may throw. */
  readonly write?: ((text: string) => void) | undefined;
}

/**
 * What a worker has logged, measured and counted. It is added up here, and lines are formatted here, so that the primary has work for each message
 * and not for each request.
 */
export class Observations {
  readonly metrics: ForwardedMetrics = new SchedulingMetrics(() => this.sendMetricsLater());
  readonly usage: ForwardedUsage = new ForwardedUsage();
  private readonly send: (observed: Observed) => void;
  private output: LineOutput | undefined;
  private worker: number | undefined;
  private lines = "";
  private records: LogRecord[] = [];
  private logTimer: ReturnType<typeof setTimeout> | undefined;
  private metricsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (observed: Observed) => void) {
    this.send = send;
  }

  /** From now on, notices have the worker's number, as requests have, which become lines if there is an output for them. */
  configure(worker: number, output: LineOutput | undefined): void {
    this.worker = worker;
    this.output = output;
  }

  /** Throws if lines before it could not be written. */
  log(record: LogRecord): void {
    this.sendMetricsLater();
    this.logTimer ??= setTimeout(() => this.sendLog(), LOG_DELAY);
    if (this.output !== undefined && isRequestRecord(record)) this.addLine(this.output, record);
    else this.records.push(this.worker === undefined ? record : { ...record, worker: this.worker });
    if (this.lines.length >= ENOUGH_TEXT || this.records.length >= ENOUGH_RECORDS) this.sendLog();
  }

  private addLine({ format, write }: LineOutput, record: RequestRecord): void {
    const line = format(record);
    if (write === undefined) this.lines += line;
    else if (line !== "") write(line);
  }

  /** Sends all that there is. */
  flush(): void {
    clearTimeout(this.metricsTimer);
    this.metricsTimer = undefined;
    this.sendWith(this.metrics.take());
  }

  private sendLog(): void {
    this.sendWith(undefined);
  }

  private sendWith(metrics: Observed["metrics"]): void {
    const { lines, records } = this.takeLog();
    const usage = this.usage.take();
    if (lines !== "" || records.length > 0 || metrics !== undefined || usage.length > 0)
      this.send({ lines, records, metrics, usage });
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
