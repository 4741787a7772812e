import type { ExchangeDetail } from "@toolglot/gateway";
import { rowAt, selectedRow } from "../selection.ts";
import { Differences } from "./Differences.tsx";
import { RowDetail } from "./RowDetail.tsx";
import { Timing } from "./Timing.tsx";

/** What belongs to the selected row; without one, everything that was lost or changed, and how long it took. */
export function Foot({ detail }: { readonly detail: ExchangeDetail }) {
  const place = selectedRow.value;
  const row = place === undefined ? undefined : rowAt(place);
  return (
    <aside class={`foot ${row === undefined ? "" : "foot-open"}`} aria-label="Why">
      {place === undefined || row === undefined ? (
        <>
          <Differences />
          <Timing detail={detail} />
        </>
      ) : (
        <RowDetail id={detail.summary.id} row={row} pane={place.pane} />
      )}
    </aside>
  );
}
