import { ExchangeView } from "../exchange/ExchangeView.tsx";
import { route } from "../state/route.ts";
import { FilterBar } from "./FilterBar.tsx";
import { MissingTraffic } from "./MissingTraffic.tsx";
import { Overview } from "./Overview.tsx";
import { isOverviewShown } from "./overview-state.ts";
import { TrafficList } from "./TrafficList.tsx";

/** The traffic, and beside it an exchange or, as long as none is open, what all of them amount to. */
export function TrafficView() {
  const { value } = route;
  const isOpen = value.view === "exchange";
  const beside = isOverviewShown.value ? "shows-overview" : "shows-list";
  const shown = isOpen ? "shows-exchange" : beside;
  return (
    <main class={`traffic ${shown}`} id="main" tabIndex={-1}>
      {isOpen ? null : <h1 class="visually-hidden">Traffic</h1>}
      <section class="sidebar" aria-label="Exchanges">
        <FilterBar />
        <MissingTraffic />
        <TrafficList />
      </section>
      {isOpen ? <ExchangeView key={value.id} id={value.id} tab={value.tab} /> : <Overview />}
    </main>
  );
}
