import type { CellContent, RowContent } from "../core-worker/exchange/views.ts";
import { Highlighted } from "./Highlighted.tsx";

const MARKS = { same: "=", changed: "~", omitted: "−", lost: "×", added: "+", alone: "" };

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
      {row.isShared && row.right !== undefined ? <SharedCell cell={row.right} /> : <Cell cell={row.right} />}
    </>
  );
}

/** Whether something of a node is lost, although it has a twin. */
function isPartlyLost({ state, losses }: RowContent): boolean {
  return state !== "lost" && losses.length > 0;
}

/** The twin says what several nodes say: it stands beside the first of them. */
function SharedCell({ cell }: { readonly cell: CellContent }) {
  return (
    <span class="cell muted" title={cell.pointer}>
      <span aria-hidden="true">↑ </span>
      {cell.head}
      <span class="visually-hidden">, as above</span>
    </span>
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
