import type { ExchangeSummary } from "@toolglot/gateway";
import { lossesOf } from "../state/filter.ts";

/** How an exchange stands, as a coloured dot with its meaning in words. */
export function StateDot({ exchange }: { readonly exchange: ExchangeSummary }) {
  const state = exchange.state === "done" && lossesOf(exchange) > 0 ? "partly" : exchange.state;
  return <span class={`dot dot-${state}`} role="img" aria-label={NAMES[state]} title={NAMES[state]} />;
}

const NAMES = {
  running: "running",
  done: "done",
  partly: "done, with losses",
  failed: "failed",
  closed: "closed by the client",
};
