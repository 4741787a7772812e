import type { CellContent, RowContent } from "../../core-worker/exchange/views.ts";
import { Highlighted } from "../../ui/Highlighted.tsx";
import { type RowPlace, selectedRow } from "../selection.ts";

interface Props {
  readonly row: RowContent;
  readonly place: RowPlace;
  readonly isSelected: boolean;
}

const MARKS = { same: "=", changed: "~", lost: "×", added: "+", alone: "" };
const MEANINGS = { same: "same", changed: "changed", lost: "lost", added: "added", alone: "" };

/** A node and its twin; hovering or focusing one lights both. */
export function AlignedRowButton({ row, place, isSelected }: Props) {
  const hasLoss = row.state !== "lost" && row.losses.length > 0;
  return (
    <button
      type="button"
      class={`row row-${row.state}${hasLoss ? " row-partly" : ""}`}
      aria-pressed={isSelected}
      onClick={() => {
        selectedRow.value = isSelected ? undefined : place;
      }}
    >
      <Cell cell={row.left} />
      <span class="row-mark" aria-hidden="true">
        {hasLoss ? "×" : MARKS[row.state]}
      </span>
      <span class="visually-hidden"> {hasLoss ? `${MEANINGS[row.state]}, partly lost` : MEANINGS[row.state]} </span>
      <Cell cell={row.right} />
    </button>
  );
}

function Cell({ cell }: { readonly cell: CellContent | undefined }) {
  if (cell === undefined) return <span class="cell cell-none" />;
  return (
    <span class="cell" title={cell.pointer}>
      <span class="cell-head">{cell.head}</span> {cell.name === undefined ? null : <b>{cell.name} </b>}
      <Highlighted text={cell.text} />
    </span>
  );
}
