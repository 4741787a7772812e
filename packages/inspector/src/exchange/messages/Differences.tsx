import { isDifferent, openContent, type Pane, selectedRow } from "../selection.ts";
import { ChangeReason, LossReason } from "./Reason.tsx";

const MOST = 200;

/** Every row that was lost or changed, with its reason; losses first. */
export function Differences() {
  const places = (["request", "response"] as const).flatMap((pane: Pane) =>
    (openContent.value?.[pane].rows ?? []).map((row, index) => ({ pane, index, row })),
  );
  const different = places
    .filter(({ row }) => isDifferent(row) && row.losses.length + row.changes.length > 0)
    .sort((one, other) => Math.min(1, other.row.losses.length) - Math.min(1, one.row.losses.length));
  if (different.length === 0) {
    const isCompared = places.some(({ row }) => row.state !== "alone");
    return (
      <p class="differences hint">
        {isCompared ? "Nothing was lost or changed." : "There is no translation to look at."}
      </p>
    );
  }
  return (
    <ul class="differences">
      {different.slice(0, MOST).map(({ pane, index, row }) => (
        <li key={`${pane} ${index}`}>
          <button type="button" class="link" onClick={() => (selectedRow.value = { pane, index })}>
            {row.left?.pointer ?? row.right?.pointer ?? row.label}
          </button>
          {row.losses.slice(0, 3).map((loss) => (
            <LossReason key={loss.path + loss.code} loss={loss} />
          ))}
          {row.changes.slice(0, 3).map((change) => (
            <ChangeReason key={change.path + change.rule} change={change} at={row.left?.pointer} />
          ))}
          <More count={Math.max(0, row.losses.length - 3) + Math.max(0, row.changes.length - 3)} />
        </li>
      ))}
      <More count={different.length - MOST} />
    </ul>
  );
}

function More({ count }: { readonly count: number }) {
  return count > 0 ? <span class="muted">and {count} more</span> : null;
}
