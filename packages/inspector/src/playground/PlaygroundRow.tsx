import { useSignal } from "@preact/signals";
import type { RowContent } from "../core-worker/exchange/views.ts";
import { ChangeReason, LossReason } from "../exchange/messages/Reason.tsx";
import { RowCells, rowClass } from "../ui/RowCells.tsx";

/** A node and its twin; opened, it says why they differ. */
export function PlaygroundRow({ row }: { readonly row: RowContent }) {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class={rowClass(row)}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <RowCells row={row} />
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
