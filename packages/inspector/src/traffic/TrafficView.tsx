import { ExchangeView } from "../exchange/ExchangeView.tsx";
import { route } from "../state/route.ts";
import { FilterBar } from "./FilterBar.tsx";
import { Overview } from "./Overview.tsx";
import { TrafficList } from "./TrafficList.tsx";

/** The traffic, and beside it an exchange or, as long as none is open, what all of them amount to. */
export function TrafficView() {
  const { value } = route;
  const isOpen = value.view === "exchange";
  return (
    <div class={`traffic ${isOpen ? "has-open" : ""}`}>
      <section class="sidebar" aria-label="Traffic">
        <FilterBar />
        <TrafficList />
      </section>
      {isOpen ? <ExchangeView key={value.id} id={value.id} tab={value.tab} /> : <Overview />}
    </div>
  );
}
