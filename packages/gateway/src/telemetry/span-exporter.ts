import type { Clock, Timer } from "../clock.ts";
import type { TelemetrySettings } from "../config/config.ts";
import { fetchText } from "../exchange/fetch-text.ts";
import type { Send } from "../transport.ts";
import { otlpRequest } from "./otlp-json.ts";
import type { Span } from "./span.ts";

export interface ExporterOptions {
  readonly send: Send;
  readonly clock: Clock;
  /** Where spans are sent; `undefined` if nowhere. */
  readonly settings: () => TelemetrySettings | undefined;
  /** Called with the problem if the collector cannot be reached, and with `undefined` when it can again. */
  readonly onTrouble: (trouble: string | undefined) => void;
}

/** In milliseconds. */
const DELAY = 1000;
const TIMEOUT = 10_000;
const MAX_RETRY_DELAY = 60_000;
/** How long the last spans may take when the gateway stops. */
const CLOSE_TIMEOUT = 3000;

const MAX_BATCH = 512;
/** More spans than this are not kept for a collector that is slow or gone. */
const MAX_WAITING = 4096;

/** The statuses after which the same spans may be sent again: https://opentelemetry.io/docs/specs/otlp/#failures-1 */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends spans to a collector, many at a time. No request waits for it; what does not fit is dropped and counted. */
export class SpanExporter {
  private readonly options: ExporterOptions;
  private waiting: Span[] = [];
  private dropped = 0;
  private failures = 0;
  private timer: Timer | undefined;
  private sending: Promise<void> | undefined;

  constructor(options: ExporterOptions) {
    this.options = options;
  }

  add(spans: readonly Span[]): void {
    const room = MAX_WAITING - this.waiting.length;
    this.waiting.push(...spans.slice(0, room));
    this.dropped += Math.max(0, spans.length - room);
    this.schedule(DELAY);
  }

  /** Sends what is left, without waiting for long. */
  async close(): Promise<void> {
    const { clock } = this.options;
    clock.clearTimer(this.timer);
    let timer: Timer | undefined;
    const late = new Promise<void>((resolve) => {
      timer = clock.setTimer(resolve, CLOSE_TIMEOUT);
    });
    await Promise.race([this.flush(), late]);
    clock.clearTimer(timer);
  }

  private async flush(): Promise<void> {
    await this.sending;
    while (this.waiting.length > 0 && this.failures === 0) await this.sendBatch();
  }

  private schedule(delay: number): void {
    if (this.timer !== undefined || this.sending !== undefined || this.waiting.length === 0) return;
    this.timer = this.options.clock.setTimer(() => {
      this.timer = undefined;
      this.sending = this.sendBatch().finally(() => {
        this.sending = undefined;
        this.schedule(this.waiting.length >= MAX_BATCH && this.failures === 0 ? 0 : this.delay);
      });
    }, delay);
  }

  private get delay(): number {
    return Math.min(DELAY * 2 ** this.failures, MAX_RETRY_DELAY);
  }

  private async sendBatch(): Promise<void> {
    const settings = this.options.settings();
    const batch = this.waiting.slice(0, MAX_BATCH);
    const trouble = settings === undefined ? undefined : await this.post(batch, settings);
    if (trouble?.isTemporary !== true) this.waiting = this.waiting.slice(batch.length);
    this.failures = trouble === undefined ? 0 : this.failures + 1;
    this.report(trouble?.message);
  }

  private async post(batch: readonly Span[], { otlp, headers }: TelemetrySettings): Promise<Trouble | undefined> {
    const { send, clock } = this.options;
    const request = {
      method: "POST",
      url: tracesUrl(otlp),
      headers: { "content-type": "application/json", "user-agent": "toolglot", ...headers },
      body: otlpRequest(batch),
      connectTimeout: TIMEOUT,
    } as const;
    try {
      const { status } = await fetchText(send, request, { timeout: TIMEOUT, clock });
      if (status < 300) return undefined;
      return { message: `the collector responded with the status ${status}`, isTemporary: RETRYABLE.has(status) };
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error), isTemporary: true };
    }
  }

  private report(problem: string | undefined): void {
    const lost = this.dropped === 0 ? "" : `; ${this.dropped} spans were dropped`;
    this.options.onTrouble(problem === undefined ? undefined : `traces cannot be sent: ${problem}${lost}`);
    if (problem === undefined) this.dropped = 0;
  }
}

interface Trouble {
  readonly message: string;
  /** Whether the same spans may be taken later. */
  readonly isTemporary: boolean;
}

/** The address for traces below that of the collector, as `OTEL_EXPORTER_OTLP_ENDPOINT` has it. */
export function tracesUrl(otlp: string): string {
  const base = otlp.replace(/\/+$/, "");
  return base.endsWith(TRACES_PATH) ? base : base + TRACES_PATH;
}

const TRACES_PATH = "/v1/traces";
