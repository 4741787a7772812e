import { useSignal } from "@preact/signals";
import type { CellContent, RowContent } from "../core-worker/exchange/views.ts";
import { ChangeReason, LossReason } from "../exchange/messages/Reason.tsx";
import { Highlighted } from "../ui/Highlighted.tsx";

const MARKS = { same: "=", changed: "~", lost: "×", added: "+", alone: "" };

/** A node and its twin; opened, it says why they differ. */
export function PlaygroundRow({ row }: { readonly row: RowContent }) {
  const isOpen = useSignal(false);
  const isPartly = row.state !== "lost" && row.losses.length > 0;
  return (
    <>
      <button
        type="button"
        class={`row row-${row.state}${isPartly ? " row-partly" : ""}`}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Cell cell={row.left} />
        <span class="row-mark" aria-hidden="true">
          {isPartly ? "×" : MARKS[row.state]}
        </span>
        <span class="visually-hidden"> {isPartly ? `${row.state}, partly lost` : row.state} </span>
        <Cell cell={row.right} />
      </button>
      {isOpen.value ? <Reasons row={row} /> : null}
    </>
  );
}

function Reasons({ row }: { readonly row: RowContent }) {
  const { left, right, losses, changes } = row;
  return (
    <div class="row-reasons">
      <p>
        <code class="muted">
          {left?.pointer ?? "nothing"} → {right?.pointer ?? "nothing"}
        </code>
      </p>
      {losses.map((loss) => (
        <LossReason key={loss.path + loss.code} loss={loss} />
      ))}
      {changes.map((change) => (
        <ChangeReason key={change.path + change.rule} change={change} />
      ))}
      {losses.length + changes.length === 0 && row.state === "added" ? <p>The target's dialect requires it.</p> : null}
    </div>
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
