import { computed, signal } from "@preact/signals";
import type { ExchangeSummary } from "@toolglot/gateway";
import { shownExchanges } from "./filter.ts";

/** The turns of one conversation. */
export interface Session {
  readonly id: string;
  readonly agent: string;
  readonly turns: readonly ExchangeSummary[];
  readonly cost: number | undefined;
}

/** A row of the traffic: the heading of a session, or one of its turns. */
export type TrafficRow =
  | { readonly type: "session"; readonly session: Session }
  | { readonly type: "turn"; readonly exchange: ExchangeSummary };

/** The sessions, that with the newest turn first. */
const sessions = computed<readonly Session[]>(() => {
  const turns = new Map<string, ExchangeSummary[]>();
  for (const exchange of shownExchanges.value) {
    const known = turns.get(exchange.session);
    if (known === undefined) turns.set(exchange.session, [exchange]);
    else known.push(exchange);
  }
  return [...turns].map(([id, all]) => ({ id, agent: agentOf(all), turns: all, cost: totalCost(all) }));
});

/** Everything that the list shows, in its order. */
export const trafficRows = computed<readonly TrafficRow[]>(() =>
  sessions.value.flatMap((session): TrafficRow[] => [
    { type: "session", session },
    ...session.turns.map((exchange) => ({ type: "turn" as const, exchange })),
  ]),
);

/** The turn that the keyboard is at. */
export const cursor = signal<string | undefined>(undefined);

/** Moves the cursor by a number of turns; the first move takes the first turn. */
export function moveCursor(steps: number): string | undefined {
  const ids = trafficRows.value.flatMap((row) => (row.type === "turn" ? [row.exchange.id] : []));
  const at = cursor.value === undefined ? -1 : ids.indexOf(cursor.value);
  const next = at === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, at + steps));
  cursor.value = ids[next];
  return cursor.value;
}

function agentOf([newest]: readonly ExchangeSummary[]): string {
  return newest?.agent ?? newest?.client ?? "";
}

function totalCost(turns: readonly ExchangeSummary[]): number | undefined {
  const costs = turns.flatMap(({ cost }) => cost ?? []);
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}
