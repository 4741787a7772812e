import type { ExchangeSummary } from "@toolglot/gateway";
import { hasFailed, lossesOf } from "../state/filter.ts";
import { Figure } from "../ui/Figure.tsx";
import { formatCost, formatCount, formatDuration, formatShort, plural } from "../ui/format.ts";
import { summedExchanges } from "./overview-state.ts";

/** The figures of all shown exchanges. */
export function Totals() {
  const all = summedExchanges.value;
  const sessions = new Set(all.map(({ session }) => session)).size;
  const unlisted = sum(all, (exchange) => exchange.unlisted);
  const rowsAlone = all.filter(({ bodiesDropped }) => bodiesDropped === "sampled").length;
  const failed = all.filter(hasFailed).length;
  const lossy = all.filter((exchange) => lossesOf(exchange) > 0).length;
  const input = sum(all, ({ usage }) => usage?.input);
  const cached = sum(all, ({ usage }) => usage?.cacheRead);
  return (
    <dl class="totals">
      <Figure label="exchanges" value={formatCount(all.length)} note={plural(sessions, "session")} />
      {unlisted === 0 ? null : <Figure label="without a row" value={formatCount(unlisted)} note="in busy seconds" />}
      {rowsAlone === 0 ? null : <Figure label="without bodies" value={formatCount(rowsAlone)} note="in busy seconds" />}
      <Figure
        label="input tokens"
        value={formatShort(input)}
        note={input === 0 ? "" : `${share(cached, input)} cached`}
      />
      <Figure label="output tokens" value={formatShort(sum(all, ({ usage }) => usage?.output))} />
      <Figure
        label="cost"
        value={all.some(({ cost }) => cost !== undefined) ? formatCost(sum(all, ({ cost }) => cost)) : "–"}
      />
      <Figure
        label="first output"
        value={durationOf(median(all.flatMap(({ firstOutputMs }) => firstOutputMs ?? [])))}
        note="median"
      />
      <Figure label="with losses" value={formatCount(lossy)} tone={lossy > 0 ? "lost" : undefined} />
      <Figure label="failed" value={formatCount(failed)} tone={failed > 0 ? "lost" : undefined} />
    </dl>
  );
}

function sum(all: readonly ExchangeSummary[], value: (exchange: ExchangeSummary) => number | undefined): number {
  return all.reduce((total, exchange) => total + (value(exchange) ?? 0), 0);
}

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function durationOf(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "–" : formatDuration(milliseconds);
}
