import { type LabelValues, labelsOf, plainName } from "./labels.ts";
import { OTHER } from "./model-labels.ts";

/** How many series one metric may have; further ones are counted together. */
const MAX_SERIES = 500;

/** How many of them are found without their key, which takes longer to make than to compare a few. */
const MAX_RECENT = 6;

/** What a metric has counted for one set of labels: data, which another process can add to its own. */
export interface CountedSeries {
  readonly values: LabelValues;
  readonly count: number;
  /** The sum of what was observed, and how much of it is in each bucket: of histograms alone. */
  readonly sum?: number;
  readonly buckets?: readonly number[];
}

interface Entry<Series> {
  readonly values: LabelValues;
  readonly labels: string;
  readonly series: Series;
}

/** What counters and histograms have in common: one series for each set of labels. */
export abstract class Metric<Series = unknown> {
  readonly names: readonly string[];
  private readonly name: string;
  private readonly help: string;
  private readonly known = new Map<string, Entry<Series>>();
  /** The entries that were found last: most requests are like one of those before. */
  private recent: { readonly values: LabelValues; readonly series: Series }[] = [];

  constructor(name: string, help: string, names: readonly string[]) {
    this.name = name;
    this.help = help;
    this.names = names;
  }

  protected abstract readonly type: string;
  protected abstract metricName(name: string): string;
  protected abstract createSeries(): Series;
  protected abstract lines(name: string, labels: string, series: Series): string;
  protected abstract counted(values: LabelValues, series: Series): CountedSeries;
  /** Adds what another process has counted. */
  abstract addCounted(counted: CountedSeries): void;

  text(): string {
    const name = this.metricName(plainName(this.name));
    const lines = [...this.known.values()].map(({ labels, series }) => this.lines(name, labels, series));
    return `# HELP ${name} ${this.help} (${this.name})\n# TYPE ${name} ${this.type}\n${lines.join("")}`;
  }

  /** What was counted since the last call; begins anew. */
  take(): CountedSeries[] {
    const taken = [...this.known.values()].map(({ values, series }) => this.counted(values, series));
    this.known.clear();
    this.recent = [];
    return taken;
  }

  /** Drops the series that have these values for these labels. */
  forget(labels: Readonly<Record<string, string>>): void {
    const wanted = Object.entries(labels).map(([name, value]) => [this.names.indexOf(name), value] as const);
    for (const [key, { values }] of this.known)
      if (wanted.every(([index, value]) => values[index] === value)) this.known.delete(key);
    this.recent = [];
  }

  protected series(values: LabelValues): Series {
    for (const each of this.recent) if (isSame(each.values, values)) return each.series;
    const key = keyOf(values);
    const { series } = this.known.get(key) ?? this.addSeries(key, values);
    if (this.recent.length === MAX_RECENT) this.recent = [];
    this.recent.push({ values, series });
    return series;
  }

  private addSeries(key: string, values: LabelValues): Entry<Series> {
    const fits = this.known.size < MAX_SERIES;
    const kept = fits ? values : values.map((value) => (value === undefined ? undefined : OTHER));
    const at = fits ? key : keyOf(kept);
    const entry = this.known.get(at) ?? {
      values: kept,
      labels: labelsOf(this.names, kept),
      series: this.createSeries(),
    };
    this.known.set(at, entry);
    return entry;
  }
}

/** A counter. */
export class Counter extends Metric<{ count: number }> {
  protected readonly type = "counter";

  add(...values: LabelValues): void {
    this.addCount(1, ...values);
  }

  addCount(count: number, ...values: LabelValues): void {
    this.series(values).count += count;
  }

  addCounted({ values, count }: CountedSeries): void {
    this.addCount(count, ...values);
  }

  protected counted(values: LabelValues, { count }: { count: number }): CountedSeries {
    return { values, count };
  }

  protected metricName(name: string): string {
    return `${name}_total`;
  }

  protected createSeries(): { count: number } {
    return { count: 0 };
  }

  protected lines(name: string, labels: string, { count }: { count: number }): string {
    return `${name}{${labels}} ${count}\n`;
  }
}

interface Distribution {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** A histogram with cumulative buckets. */
export class Histogram extends Metric<Distribution> {
  protected readonly type = "histogram";
  private readonly unit: string;
  private readonly bounds: readonly number[];

  constructor(name: string, help: string, names: readonly string[], { unit, bounds }: Scale) {
    super(name, help, names);
    this.unit = unit;
    this.bounds = bounds;
  }

  observe(value: number, ...values: LabelValues): void {
    const series = this.series(values);
    const bucket = bucketOf(value, this.bounds);
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
    series.count++;
  }

  addCounted({ values, count, sum = 0, buckets = [] }: CountedSeries): void {
    const series = this.series(values);
    for (const [index, more] of buckets.entries()) series.counts[index] = (series.counts[index] ?? 0) + more;
    series.sum += sum;
    series.count += count;
  }

  protected counted(values: LabelValues, { counts, sum, count }: Distribution): CountedSeries {
    return { values, count, sum, buckets: counts };
  }

  protected metricName(name: string): string {
    return `${name}${this.unit === "s" ? "_seconds" : ""}`;
  }

  protected createSeries(): Distribution {
    return { counts: this.bounds.map(() => 0), sum: 0, count: 0 };
  }

  protected lines(name: string, labels: string, { counts, sum, count }: Distribution): string {
    let below = 0;
    const buckets = this.bounds.map((bound, index) => {
      below += counts[index] ?? 0;
      return `${name}_bucket{${labels},le="${bound}"} ${below}\n`;
    });
    const all = `${name}_bucket{${labels},le="+Inf"} ${count}\n`;
    return `${buckets.join("")}${all}${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`;
  }
}

/** The unit of a histogram and the upper bounds of its buckets. */
interface Scale {
  readonly unit: string;
  readonly bounds: readonly number[];
}

/** The first bucket with an upper bound that is not exceeded; -1 if all are. */
function bucketOf(value: number, bounds: readonly number[]): number {
  for (let bucket = 0; bucket < bounds.length; bucket++) if (value <= (bounds[bucket] ?? 0)) return bucket;
  return -1;
}

function isSame(one: LabelValues, other: LabelValues): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

function keyOf(values: LabelValues): string {
  let key = "";
  for (const value of values) key += `${value ?? ""}\n`;
  return key;
}
