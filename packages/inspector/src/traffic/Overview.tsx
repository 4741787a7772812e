import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadPlots } from "../plots/load-plots.ts";
import { isFiltered } from "../state/filter.ts";
import { isListed } from "../state/live.ts";
import { summedExchanges } from "./overview-state.ts";
import { Totals } from "./Totals.tsx";
import { TrafficActions } from "./TrafficActions.tsx";

/** What the shown exchanges amount to. The plots are loaded with the first of them. */
export function Overview() {
  const [Plots, setPlots] = useState<ComponentType>();
  const [problem, setProblem] = useState("");
  const hasTraffic = summedExchanges.value.length > 0;
  useEffect(() => {
    if (!hasTraffic) return;
    loadPlots().then(
      (loaded) => setPlots(() => loaded),
      (error: unknown) => setProblem(`The plots could not be loaded: ${String(error)}`),
    );
  }, [hasTraffic]);
  return (
    <section class="overview" aria-label="Overview">
      <div class="overview-head">
        <h2>Overview</h2>
        <TrafficActions />
      </div>
      {hasTraffic ? <Totals /> : null}
      {!hasTraffic && isListed.value ? <Nothing /> : null}
      {problem === "" ? null : <p class="muted">{problem}</p>}
      <div class="plots-place">{hasTraffic && Plots !== undefined ? <Plots /> : null}</div>
    </section>
  );
}

function Nothing() {
  if (isFiltered.value) return <p class="muted">No exchange passes the filter.</p>;
  return (
    <div class="welcome">
      <p>
        Each request that goes through the gateway becomes a row on the left. Open one to see the client's and the
        provider's dialect side by side: what is the same, what was changed and by which rule, what was lost and why.
      </p>
      <p>
        <a href="#/start">Start</a> has a line to copy for each client. <a href="#/playground">Playground</a> translates
        what you paste, without any request.
      </p>
    </div>
  );
}
