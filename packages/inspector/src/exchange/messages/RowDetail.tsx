import type { BodyRole, CellContent, RowContent } from "../../core-worker/exchange/views.ts";
import { BodyText } from "../BodyText.tsx";
import { type Pane, selectedRow } from "../selection.ts";
import { ChangeReason, LossReason } from "./Reason.tsx";

interface Props {
  readonly id: string;
  readonly row: RowContent;
  readonly pane: Pane;
}

const ROLES: Readonly<Record<Pane, readonly [BodyRole, BodyRole]>> = {
  request: ["clientRequest", "providerRequest"],
  response: ["providerResponse", "clientResponse"],
};

/** A row whole: its values on both sides, and why they differ. */
export function RowDetail({ id, row, pane }: Props) {
  const [left, right] = ROLES[pane];
  return (
    <div class="row-detail">
      <div class="row-detail-head">
        <h2>
          {row.label}{" "}
          <span class={row.state === "lost" ? "lost" : row.state === "changed" ? "changed" : "muted"}>
            {row.state === "alone" ? "" : row.state}
          </span>
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-label="Close (Esc)"
          title="Esc"
          onClick={() => (selectedRow.value = undefined)}
        >
          ×
        </button>
      </div>
      {row.losses.length + row.changes.length === 0 ? null : (
        <div class="reasons">
          {row.losses.map((loss) => (
            <LossReason key={loss.path + loss.code} loss={loss} />
          ))}
          {row.changes.map((change) => (
            <ChangeReason key={change.path + change.rule} change={change} />
          ))}
        </div>
      )}
      <div class="row-values">
        <Value id={id} role={left} cell={row.left} />
        <Value id={id} role={right} cell={row.right} />
      </div>
    </div>
  );
}

function Value({
  id,
  role,
  cell,
}: {
  readonly id: string;
  readonly role: BodyRole;
  readonly cell: CellContent | undefined;
}) {
  if (cell === undefined) return <div class="row-value cell-none" />;
  return (
    <div class="row-value">
      <code class="muted clip">{cell.pointer || "/"}</code>
      <BodyText place={{ id, role, pointer: cell.pointer }} label={`Value at ${cell.pointer || "/"}`} />
    </div>
  );
}
