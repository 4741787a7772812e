import type { ComponentChildren } from "preact";
import { type Pane, rowAt, selectedRow } from "../selection.ts";
import { Differences } from "./Differences.tsx";
import { RowDetail, type SidePlaces } from "./RowDetail.tsx";

interface Props {
  readonly placesOf: (pane: Pane) => SidePlaces;
  /** What stands beside the list of differences. */
  readonly children?: ComponentChildren;
}

/** What belongs to the selected row; without one, everything that was lost or changed. */
export function Foot({ placesOf, children }: Props) {
  const place = selectedRow.value;
  const row = place === undefined ? undefined : rowAt(place);
  return (
    <aside class={`foot ${row === undefined ? "" : "foot-open"}`} aria-label="Why">
      {place === undefined || row === undefined ? (
        <>
          <Differences />
          {children}
        </>
      ) : (
        <RowDetail row={row} places={placesOf(place.pane)} />
      )}
    </aside>
  );
}
