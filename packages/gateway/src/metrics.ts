import type { RequestRecord } from "./log.ts";

/**
 * Counts what goes on, and tells it in Prometheus' text format. Names and attributes are those of OpenTelemetry's
 * conventions for generative AI, with the dots written as Prometheus wants them:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-metrics/
 */
export class Metrics {
  private readonly duration = new Histogram("gen_ai.client.operation.duration", "s", "Duration of requests.", SECONDS);
  private readonly firstChunk = new Histogram(
    "gen_ai.client.operation.time_to_first_chunk",
    "s",
    "Time to the first piece of an answer.",
    SECONDS,
  );
  private readonly tokens = new Histogram("gen_ai.client.token.usage", "{token}", "Tokens of requests.", TOKENS);
  private readonly losses = new Counter("toolglot.translation.losses", "What could not be translated, by its code.");
  private readonly attempts = new Counter("toolglot.upstream.attempts", "Tries at providers, by how they ended.");
  private readonly requests = new Counter("toolglot.requests", "Requests, by how they ended.");
  private readonly overhead = new Histogram("toolglot.overhead", "s", "Time spent translating a request.", FINE);
  private readonly models = new Set<string>();
  private readonly trailing = new Counter("toolglot.stream.trailing", "Pieces of streams after their end.");

  observe(record: RequestRecord): void {
    this.requests.add({ outcome: record.outcome, status: String(record.status) });
    for (const code of record.losses ?? []) this.losses.add({ code });
    for (const { provider, status } of record.attempts ?? [])
      this.attempts.add({ "gen_ai.provider.name": provider, status: String(status) });
    if (record.provider === undefined) return;
    const attributes = attributesOf(record, this.modelIn(record));
    const error = record.errorType === undefined ? {} : { "error.type": wordIn(record.errorType) };
    this.duration.observe(record.durationMs / 1000, { ...attributes, ...error });
    if (record.firstChunkMs !== undefined) this.firstChunk.observe(record.firstChunkMs / 1000, attributes);
    for (const type of ["input", "output"] as const) {
      const count = record.usage?.[type];
      if (count !== undefined) this.tokens.observe(count, { ...attributes, "gen_ai.token.type": type });
    }
  }

  // A name is a client's own making until a provider has answered to it.
  private modelIn({ providerModel = "", outcome }: RequestRecord): string {
    if (outcome === "success" && this.models.size < MOST_SERIES) this.models.add(providerModel);
    return this.models.has(providerModel) ? providerModel : OTHER;
  }

  observeOverhead(seconds: number, client: string): void {
    this.overhead.observe(seconds, { client });
  }

  countTrailing(provider: string): void {
    this.trailing.add({ "gen_ai.provider.name": provider });
  }

  /** All of it, with gauges that are read at this moment. */
  text(gauges: Readonly<Record<string, number>>): string {
    const series = [this.duration, this.firstChunk, this.tokens, this.requests, this.attempts, this.losses];
    const own = [...series, this.overhead, this.trailing].map((each) => each.text());
    return [...own, ...Object.entries(gauges).map(([name, value]) => gaugeText(name, value))].join("");
  }
}

const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864];
const FINE = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1];

/** How many sets of attributes one metric may have: names come from clients, and memory must not. */
const MOST_SERIES = 500;

type Attributes = Readonly<Record<string, string>>;

/** What stands for everything that is no label. */
const OTHER = "_other";

// An error's word may be the provider's own.
function wordIn(errorType: string): string {
  return /^[\w.-]{1,64}$/.test(errorType) ? errorType : OTHER;
}

function attributesOf({ provider = "", client = "" }: RequestRecord, model: string): Attributes {
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model,
    client,
  };
}

class Counter {
  private readonly name: string;
  private readonly help: string;
  private readonly values = new Map<string, number>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(attributes: Attributes): void {
    const key = seriesKey(this.values, attributes);
    this.values.set(key, (this.values.get(key) ?? 0) + 1);
  }

  text(): string {
    const name = `${plain(this.name)}_total`;
    const lines = [...this.values].map(([labels, value]) => `${name}{${labels}} ${value}\n`);
    return `# HELP ${name} ${this.help} (${this.name})\n# TYPE ${name} counter\n${lines.join("")}`;
  }
}

class Histogram {
  private readonly name: string;
  private readonly unit: string;
  private readonly help: string;
  private readonly bounds: readonly number[];
  private readonly values = new Map<string, { readonly counts: number[]; sum: number; count: number }>();

  constructor(name: string, unit: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.unit = unit;
    this.help = help;
    this.bounds = bounds;
  }

  observe(value: number, attributes: Attributes): void {
    const key = seriesKey(this.values, attributes);
    const series = this.values.get(key) ?? { counts: this.bounds.map(() => 0), sum: 0, count: 0 };
    const bucket = this.bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
    series.count++;
    this.values.set(key, series);
  }

  text(): string {
    const name = `${plain(this.name)}${this.unit === "s" ? "_seconds" : ""}`;
    const lines = [...this.values].flatMap(([labels, { counts, sum, count }]) => {
      let below = 0;
      const buckets = this.bounds.map((bound, index) => {
        below += counts[index] ?? 0;
        return `${name}_bucket{${labels},le="${bound}"} ${below}\n`;
      });
      return [
        ...buckets,
        `${name}_bucket{${labels},le="+Inf"} ${count}\n`,
        `${name}_sum{${labels}} ${sum}\n`,
        `${name}_count{${labels}} ${count}\n`,
      ];
    });
    return `# HELP ${name} ${this.help} (${this.name})\n# TYPE ${name} histogram\n${lines.join("")}`;
  }
}

function gaugeText(name: string, value: number): string {
  return `# HELP ${plain(name)} (${name})\n# TYPE ${plain(name)} gauge\n${plain(name)} ${value}\n`;
}

function seriesKey(known: ReadonlyMap<string, unknown>, attributes: Attributes): string {
  const key = knownLabels(attributes);
  if (known.has(key) || known.size < MOST_SERIES) return key;
  return labelsOf(Object.fromEntries(Object.keys(attributes).map((name) => [name, OTHER])));
}

// The same few sets come again and again.
function knownLabels(attributes: Attributes): string {
  let key = "";
  for (const name in attributes) key += `${name}\n${attributes[name]}\n`;
  const known = LABELS.get(key);
  if (known !== undefined) return known;
  const labels = labelsOf(attributes);
  if (LABELS.size < MOST_SERIES * 8) LABELS.set(key, labels);
  return labels;
}

const LABELS = new Map<string, string>();

function labelsOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${plain(name)}="${escaped(value)}"`)
    .join(",");
}

function plain(name: string): string {
  return name.replaceAll(".", "_");
}

function escaped(value: string): string {
  return value.slice(0, 128).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
