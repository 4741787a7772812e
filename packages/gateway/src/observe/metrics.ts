import { errorLabel } from "./error-labels.ts";
import { type GaugeValue, gaugesText } from "./gauges.ts";
import type { RequestRecord, TokenCounts } from "./log.ts";
import type { MeasuredSeries } from "./measured-series.ts";
import { ModelLabels, OTHER } from "./model-labels.ts";
import { type CountedSeries, Counter, Histogram, type Metric } from "./series.ts";

const SECONDS = {
  unit: "s",
  bounds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
};
const TOKENS = {
  unit: "{token}",
  bounds: [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
};
const SHORT_TIMES = { unit: "s", bounds: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1] };

const PROVIDER = "gen_ai.provider.name";
const MODEL = "gen_ai.request.model";
const REQUEST_LABELS = ["gen_ai.operation.name", PROVIDER, MODEL, "client"];

/** What is measured of a request besides what its record says. */
export type MetricEvent =
  | { readonly type: "overhead"; readonly seconds: number; readonly client: string }
  | { readonly type: "trailing"; readonly provider: string }
  | { readonly type: "tool-memory"; readonly isKnown: boolean }
  | { readonly type: "store-failure"; readonly part: string; readonly reason: string };

/**
 * The metrics, in Prometheus' text format. Names and attributes follow OpenTelemetry's conventions for generative AI, with
 * underscores in place of dots:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-metrics/
 */
export class Metrics {
  private readonly duration = new Histogram(
    "gen_ai.client.operation.duration",
    "Duration of requests.",
    [...REQUEST_LABELS, "error.type"],
    SECONDS,
  );
  private readonly firstChunk = new Histogram(
    "gen_ai.client.operation.time_to_first_chunk",
    "Time to the first piece of an answer.",
    REQUEST_LABELS,
    SECONDS,
  );
  private readonly tokens = new Histogram(
    "gen_ai.client.token.usage",
    "Tokens of requests.",
    [...REQUEST_LABELS, "gen_ai.token.type"],
    TOKENS,
  );
  private readonly cost = new Counter("toolglot.cost", "Dollars that responses cost, where prices are known.", [
    PROVIDER,
    MODEL,
  ]);
  private readonly losses = new Counter("toolglot.translation.losses", "What could not be translated.", [
    "code",
    "level",
  ]);
  private readonly attempts = new Counter("toolglot.upstream.attempts", "Tries at providers, by how they ended.", [
    PROVIDER,
    "status",
    "key",
  ]);
  private readonly requests = new Counter("toolglot.requests", "Requests, by how they ended.", ["outcome", "status"]);
  private readonly overhead = new Histogram(
    "toolglot.overhead",
    "Time spent translating a request.",
    ["client"],
    SHORT_TIMES,
  );
  private readonly trailing = new Counter("toolglot.stream.trailing", "Pieces of streams after their end.", [PROVIDER]);
  private readonly toolMemory = new Counter(
    "toolglot.tool_memory.lookups",
    "Lists of tools whose translation was remembered, or was not.",
    ["result"],
  );
  private readonly storeFailures = new Counter(
    "toolglot.state.errors",
    "What stores could not do, by what was asked of them and by the reason.",
    ["part", "reason"],
  );
  private readonly models: ModelLabels;

  /** `isNamed` returns whether the config names a model of a provider. */
  constructor(isNamed: (provider: string, model: string) => boolean = () => false) {
    this.models = new ModelLabels({ isNamed, onForget: (provider, model) => this.forget(provider, model) });
  }

  observe(record: RequestRecord): void {
    this.requests.add(record.outcome, String(record.status));
    this.countLosses(record);
    for (const { provider, status, key } of record.attempts ?? []) this.attempts.add(provider, String(status), key);
    if (record.provider !== undefined) this.observeExchange(record, record.provider);
  }

  private countLosses({ losses = [], lossCount = losses.length, metadataLosses = 0 }: RequestRecord): void {
    for (const { code, level } of losses) this.losses.add(code, level);
    if (lossCount > losses.length) this.losses.addCount(lossCount - losses.length, OTHER, OTHER);
    if (metadataLosses > 0) this.losses.addCount(metadataLosses, undefined, "metadata");
  }

  private observeExchange(record: RequestRecord, provider: string): void {
    const { client = "", errorType, durationMs, firstChunkMs } = record;
    const model = this.modelIn(record, provider);
    const error = errorType === undefined ? undefined : errorLabel(errorType);
    this.duration.observe(durationMs / 1000, "chat", provider, model, client, error);
    if (firstChunkMs !== undefined) this.firstChunk.observe(firstChunkMs / 1000, "chat", provider, model, client);
    const { usage = {}, cost, charges } = record;
    if (charges === undefined) this.observeUsage({ usage, cost }, { provider, model, client });
    for (const charge of charges ?? []) {
      const charged = { provider: charge.provider, model: this.models.labelOf(charge.provider, charge.model) };
      this.observeUsage(charge, { ...charged, client });
    }
  }

  private observeUsage(
    { usage, cost }: { readonly usage: TokenCounts; readonly cost?: number | undefined },
    { provider, model, client }: { readonly provider: string; readonly model: string; readonly client: string },
  ): void {
    for (const { type, label } of TOKEN_TYPES) {
      const count = usage[type];
      if (count !== undefined) this.tokens.observe(count, "chat", provider, model, client, label);
    }
    if (cost !== undefined) this.cost.addCount(cost, provider, model);
  }

  // Clients can send any model name; it becomes a label when a provider has responded to it.
  private modelIn({ providerModel = "", outcome, attempts = [] }: RequestRecord, provider: string): string {
    if (outcome === "success" && attempts.length > 0) this.countResponses(provider, providerModel, 1);
    return this.models.labelOf(provider, providerModel);
  }

  protected countResponses(provider: string, model: string, count: number): void {
    this.models.count(provider, model, count);
  }

  /** Adds what another process has measured. */
  add({ series, responses }: MeasuredSeries): void {
    for (const { provider, model, count } of responses) this.countResponses(provider, model, count);
    for (const [index, metric] of this.all.entries())
      for (const each of series[index] ?? []) metric.addCounted(this.labelled(metric, each));
  }

  private labelled({ names }: Metric, counted: CountedSeries): CountedSeries {
    const place = names.indexOf(MODEL);
    if (place === -1) return counted;
    const { values } = counted;
    const model = this.models.labelOf(values[names.indexOf(PROVIDER)] ?? "", values[place] ?? "");
    return { ...counted, values: values.with(place, model) };
  }

  private forget(provider: string, model: string): void {
    for (const metric of [this.duration, this.firstChunk, this.tokens, this.cost])
      metric.forget({ [PROVIDER]: provider, [MODEL]: model });
  }

  observeOverhead(seconds: number, client: string): void {
    this.count({ type: "overhead", seconds, client });
  }

  countTrailing(provider: string): void {
    this.count({ type: "trailing", provider });
  }

  countToolMemory(isKnown: boolean): void {
    this.count({ type: "tool-memory", isKnown });
  }

  countStoreFailure(part: string, reason: string): void {
    this.count({ type: "store-failure", part, reason });
  }

  count(event: MetricEvent): void {
    switch (event.type) {
      case "overhead":
        this.overhead.observe(event.seconds, event.client);
        break;
      case "trailing":
        this.trailing.add(event.provider);
        break;
      case "tool-memory":
        this.toolMemory.add(event.isKnown ? "hit" : "miss");
        break;
      case "store-failure":
        this.storeFailures.add(event.part, event.reason);
        break;
    }
  }

  /** All metrics, with the current values of gauges. */
  text(gauges: readonly GaugeValue[]): string {
    return [...this.all.map((each) => each.text()), gaugesText(gauges)].join("");
  }

  protected get all(): readonly Metric[] {
    const series = [this.duration, this.firstChunk, this.tokens, this.requests, this.attempts, this.losses, this.cost];
    return [...series, this.overhead, this.trailing, this.toolMemory, this.storeFailures];
  }
}

/** The values of `gen_ai.token.type`; cached and reasoning tokens are part of input and output. */
const TOKEN_TYPES = [
  { type: "input", label: "input" },
  { type: "output", label: "output" },
  { type: "cacheRead", label: "cache_read" },
  { type: "cacheWrite", label: "cache_creation" },
  { type: "reasoning", label: "reasoning" },
] as const;
