import type { ExchangeSummary } from "@toolglot/gateway";
import { modelText, targetName } from "../traffic/target.ts";

/** Values over an axis, one list for each series. */
export interface PlotData {
  /** The beginnings of the intervals in seconds since 1970, or the places of intervals that are no times. */
  readonly x: readonly number[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const INTERVALS = 40;
const MOST_MODELS = 5;
const LATENCIES = [100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 20_000, 30_000, 60_000];

/** A value of the exchanges, summed up over time for the models that have most of it; the others together. */
export function sumsByModel(
  all: readonly ExchangeSummary[],
  amountOf: (exchange: ExchangeSummary) => number,
): PlotData {
  const totals = new Map<string, number>();
  for (const exchange of all) {
    const name = nameOf(exchange);
    totals.set(name, (totals.get(name) ?? 0) + amountOf(exchange));
  }
  const models = [...totals].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const shown = models.slice(0, models.length > MOST_MODELS ? MOST_MODELS - 1 : MOST_MODELS);
  const names = models.length > shown.length ? [...shown, "others"] : shown;
  return summed(all, names, (exchange, add) => {
    const index = shown.indexOf(nameOf(exchange));
    add(index === -1 ? names.length - 1 : index, amountOf(exchange));
  });
}

/** The losses of the exchanges over time, by their level. */
export function lossData(all: readonly ExchangeSummary[]): PlotData {
  return summed(all, ["content", "setting", "metadata"], ({ losses }, add) => {
    add(0, losses.content);
    add(1, losses.setting);
    add(2, losses.metadata);
  });
}

/** The upper end of an interval of latencies, by its place on the axis: each interval is as wide as the others. */
export function latencyAt(place: number): number | undefined {
  return LATENCIES[place];
}

/** How many exchanges took how long, to their first output and in all. */
export function latencyData(all: readonly ExchangeSummary[]): PlotData {
  const counts = (values: readonly (number | undefined)[]) => {
    const numbers = LATENCIES.map(() => 0);
    for (const value of values) {
      const place = value === undefined ? -1 : placeOf(value);
      if (place >= 0) numbers[place] = (numbers[place] ?? 0) + 1;
    }
    return numbers;
  };
  return {
    x: LATENCIES.map((_, index) => index),
    series: [
      { name: "first output", values: counts(all.map(({ firstOutputMs }) => firstOutputMs)) },
      { name: "total", values: counts(all.map(({ durationMs }) => durationMs)) },
    ],
  };
}

/** Sums in equal intervals between the first and the last exchange. */
function summed(
  all: readonly ExchangeSummary[],
  names: readonly string[],
  count: (exchange: ExchangeSummary, add: (series: number, value: number) => void) => void,
): PlotData {
  const [last = 0, first = 0] = [all[0]?.startedAt, all.at(-1)?.startedAt];
  const width = Math.max(1000, (last - first + 1) / INTERVALS);
  const sums = names.map(() => new Array<number>(INTERVALS).fill(0));
  for (const exchange of all) {
    const at = Math.min(INTERVALS - 1, Math.max(0, Math.floor((exchange.startedAt - first) / width)));
    count(exchange, (series, value) => {
      const list = sums[series];
      if (list !== undefined) list[at] = (list[at] ?? 0) + value;
    });
  }
  // One more point than intervals: steps go from a point to the next.
  const x = Array.from({ length: INTERVALS + 1 }, (_, index) => (first + index * width) / 1000);
  return { x, series: names.map((name, index) => ({ name, values: withLastTwice(sums[index] ?? []) })) };
}

/** Whether there is anything to plot. */
export function hasValues({ series }: PlotData): boolean {
  return series.some(({ values }) => values.some((value) => value > 0));
}

function withLastTwice(values: readonly number[]): number[] {
  return [...values, values.at(-1) ?? 0];
}

function nameOf(exchange: ExchangeSummary): string {
  return targetName(exchange) ?? modelText(exchange);
}

function placeOf(milliseconds: number): number {
  const place = LATENCIES.findIndex((limit) => milliseconds <= limit);
  return place === -1 ? LATENCIES.length - 1 : place;
}
