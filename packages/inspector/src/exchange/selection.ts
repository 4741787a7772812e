import { computed, signal } from "@preact/signals";
import type { ExchangeContent, RowContent } from "../core-worker/exchange/views.ts";

/** The pair of columns that a row belongs to. */
export type Pane = "request" | "response";

/** A row of the messages that is looked at. */
export interface RowPlace {
  readonly pane: Pane;
  readonly index: number;
}

/** The row whose values and reasons are shown below the columns. */
export const selectedRow = signal<RowPlace | undefined>(undefined);

/** The links of the row that is hovered or focused. */
export const hoveredLinks = signal<readonly string[]>([]);

/** Whether a row is about the same call or tool as the one that is hovered. */
export function isLinked({ links = [] }: RowContent): boolean {
  return links.some((link) => hoveredLinks.value.includes(link));
}

/** The content of the exchange that is open. */
export const openContent = signal<ExchangeContent | undefined>(undefined);

/** Why the bodies of the exchange cannot be shown. */
export const contentProblem = signal<string | undefined>(undefined);

/** How many rows were changed, once they are known. */
export const changedRows = computed(() => {
  const content = openContent.value;
  const rows = content === undefined ? [] : [...content.request.rows, ...content.response.rows];
  return rows.length === 0 ? undefined : rows.filter(({ state }) => state === "changed").length;
});

/** How many tools there are on either side, once they are known: not all requests declare them in one field. */
export const toolCount = computed(() => {
  const rows = openContent.value?.request.rows ?? [];
  return rows.length === 0 ? undefined : rows.filter(({ kind }) => kind === "tool").length;
});

export function rowAt({ pane, index }: RowPlace): RowContent | undefined {
  return openContent.value?.[pane].rows[index];
}

/** Goes to the next or previous row that was changed or lost, from the request to the response and back. */
export function selectNextDifference(step: 1 | -1): void {
  const places = (["request", "response"] as const).flatMap((pane) =>
    (openContent.value?.[pane].rows ?? []).flatMap((row, index) => (isDifferent(row) ? [{ pane, index }] : [])),
  );
  if (places.length === 0) return;
  const current = selectedRow.value;
  const at = current === undefined ? -1 : places.findIndex((place) => order(place) >= order(current));
  const isThere = at >= 0 && current !== undefined && order(places[at] ?? current) === order(current);
  const following = isThere ? at + 1 : Math.max(at, 0);
  const preceding = (at === -1 ? places.length : at) - 1;
  const next = step === 1 ? following : preceding;
  selectedRow.value = places[(next + places.length) % places.length];
}

export function isDifferent({ state, losses }: RowContent): boolean {
  return state === "changed" || state === "lost" || state === "added" || losses.length > 0;
}

function order({ pane, index }: RowPlace): number {
  return (pane === "request" ? 0 : 1e9) + index;
}
