import type { RowContent } from "../../core-worker/exchange/views.ts";
import { RowCells, rowClass } from "../../ui/RowCells.tsx";
import { hoveredLinks, isLinked, type RowPlace, selectedRow } from "../selection.ts";

interface Props {
  readonly row: RowContent;
  readonly place: RowPlace;
  readonly isSelected: boolean;
}

/** A node and its twin; hovering or focusing one lights both, and the rows of the same call or tool. */
export function AlignedRowButton({ row, place, isSelected }: Props) {
  return (
    <button
      type="button"
      class={`${rowClass(row)}${isLinked(row) ? " row-linked" : ""}`}
      aria-pressed={isSelected}
      onPointerEnter={() => light(row.links)}
      onPointerLeave={() => light()}
      onFocus={() => light(row.links)}
      onBlur={() => light()}
      onClick={() => {
        selectedRow.value = isSelected ? undefined : place;
      }}
    >
      <RowCells row={row} />
    </button>
  );
}

function light(links: readonly string[] = []): void {
  if (links.length + hoveredLinks.value.length > 0) hoveredLinks.value = links;
}
