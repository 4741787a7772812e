import { useComputed } from "@preact/signals";
import { summedExchanges } from "../traffic/overview-state.ts";
import { formatCost, formatDuration, formatShort } from "../ui/format.ts";
import { Plot } from "./Plot.tsx";
import { latencyAt, latencyData, lossData, sumsByModel } from "./plot-data.ts";

/** Tokens and cost over time by model, the distribution of latencies, and losses by their level. */
export function Plots() {
  const tokens = useComputed(() =>
    sumsByModel(summedExchanges.value, ({ usage }) => (usage?.input ?? 0) + (usage?.output ?? 0)),
  );
  const cost = useComputed(() => sumsByModel(summedExchanges.value, (exchange) => exchange.cost ?? 0));
  const latency = useComputed(() => latencyData(summedExchanges.value));
  const losses = useComputed(() => lossData(summedExchanges.value));
  return (
    <div class="plots">
      <Plot
        title="Tokens over time, by model"
        data={tokens.value}
        format={formatShort}
        empty="No tokens were counted."
        isTime
      />
      <Plot
        title="Cost over time, by model"
        data={cost.value}
        format={formatCost}
        empty="No price of these models is known."
        isTime
      />
      <Plot
        title="Latency"
        data={latency.value}
        format={formatWhole}
        formatX={latencyText}
        isCount
        empty="No exchange has ended yet."
      />
      <Plot
        title="Losses over time, by level"
        data={losses.value}
        format={formatWhole}
        empty="Nothing was lost."
        isCount
        isTime
      />
    </div>
  );
}

function formatWhole(count: number): string {
  return String(Math.round(count));
}

function latencyText(place: number): string {
  const limit = latencyAt(place);
  return limit === undefined ? "" : formatDuration(limit).replace(".0 s", " s");
}
