import type { CellContent, RowContent } from "../core-worker/exchange/views.ts";
import { Highlighted } from "./Highlighted.tsx";

const MARKS = { same: "=", changed: "~", lost: "×", added: "+", alone: "" };

/** The class of a row, which gives it its colour. */
export function rowClass(row: RowContent): string {
  return `row row-${row.state}${isPartlyLost(row) ? " row-partly" : ""}`;
}

/** A node, how it became its twin, and the twin. */
export function RowCells({ row }: { readonly row: RowContent }) {
  const state = row.state === "alone" ? "" : row.state;
  return (
    <>
      <Cell cell={row.left} />
      <span class="row-mark" aria-hidden="true">
        {isPartlyLost(row) ? MARKS.lost : MARKS[row.state]}
      </span>
      <span class="visually-hidden"> {isPartlyLost(row) ? `${state}, partly lost` : state} </span>
      <Cell cell={row.right} />
    </>
  );
}

/** Whether something of a node is lost, although it has a twin. */
function isPartlyLost({ state, losses }: RowContent): boolean {
  return state !== "lost" && losses.length > 0;
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
