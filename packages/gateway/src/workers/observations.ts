import { isRequestRecord, type LogRecord, type RequestRecord } from "../observe/log.ts";
import type { MetricEvent } from "../observe/metrics.ts";
import { ForwardedMetrics } from "./forwarded-metrics.ts";
import { ForwardedUsage } from "./forwarded-usage.ts";
import type { Observed } from "./methods.ts";

/** How long the primary waits for what a worker has logged, in milliseconds. */
const LOG_DELAY = 100;

/** How long it waits for sums, in milliseconds. Whoever asks for them gets all of them: workers send what they have first. */
const SUM_DELAY = 1000;

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
  readonly metrics: ForwardedMetrics = new SchedulingMetrics(() => this.sendSumsLater());
  readonly usage: ForwardedUsage = new ForwardedUsage();
  private readonly send: (observed: Observed) => void;
  private format: FormatRecord | undefined;
  private worker: number | undefined;
  private lines = "";
  private records: LogRecord[] = [];
  private logTimer: ReturnType<typeof setTimeout> | undefined;
  private sumTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (observed: Observed) => void) {
    this.send = send;
  }

  /** From now on, records have the worker's number, and those of requests become lines if there is a format. */
  configure(worker: number, format: FormatRecord | undefined): void {
    this.worker = worker;
    this.format = format;
  }

  log(record: LogRecord): void {
    const own = this.worker === undefined ? record : { ...record, worker: this.worker };
    if (this.format !== undefined && isRequestRecord(own)) this.lines += this.format(own);
    else this.records.push(own);
    if (this.lines.length >= ENOUGH_TEXT || this.records.length >= ENOUGH_RECORDS) this.sendLog();
    else this.logTimer ??= setTimeout(() => this.sendLog(), LOG_DELAY);
    this.sendSumsLater();
  }

  /** Sends all that there is. */
  flush(): void {
    clearTimeout(this.sumTimer);
    this.sumTimer = undefined;
    const { lines, records } = this.takeLog();
    const [metrics, usage] = [this.metrics.take(), this.usage.take()];
    if (lines !== "" || records.length > 0 || metrics !== undefined || usage.length > 0)
      this.send({ lines, records, metrics, usage });
  }

  private sendLog(): void {
    const log = this.takeLog();
    if (log.lines !== "" || log.records.length > 0) this.send({ ...log, metrics: undefined, usage: [] });
  }

  private takeLog(): Pick<Observed, "lines" | "records"> {
    clearTimeout(this.logTimer);
    this.logTimer = undefined;
    const { lines, records } = this;
    this.lines = "";
    this.records = [];
    return { lines, records };
  }

  private sendSumsLater(): void {
    this.sumTimer ??= setTimeout(() => this.flush(), SUM_DELAY);
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
