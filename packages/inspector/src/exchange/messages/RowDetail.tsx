import type { TextPlace } from "../../core-worker/exchange/text.ts";
import type { CellContent, RowContent } from "../../core-worker/exchange/views.ts";
import { BodyText } from "../BodyText.tsx";
import { selectedRow } from "../selection.ts";
import { ImagePreview } from "./ImagePreview.tsx";
import { ChangeReason, LossReason } from "./Reason.tsx";

/** The bodies that the left and the right side of a row stand in. */
export type SidePlaces = readonly [left: BodyPlaceOfRow, right: BodyPlaceOfRow];

type BodyPlaceOfRow = Pick<TextPlace, "id" | "role">;

interface Props {
  readonly row: RowContent;
  readonly places: SidePlaces;
}

/** A row whole: its values on both sides, and why they differ. */
export function RowDetail({ row, places: [left, right] }: Props) {
  const isMedia = row.kind === "media";
  return (
    <div class="row-detail">
      <div class="row-detail-head">
        <h2>
          {row.label}{" "}
          <span class={row.state === "lost" || row.state === "changed" ? row.state : "muted"}>
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
            <ChangeReason key={change.path + change.rule} change={change} at={row.left?.pointer} />
          ))}
        </div>
      )}
      <div class="row-values">
        <Value place={left} cell={row.left} isMedia={isMedia} />
        <Value place={right} cell={row.right} isMedia={isMedia} />
      </div>
    </div>
  );
}

interface ValueProps {
  readonly place: BodyPlaceOfRow;
  readonly cell: CellContent | undefined;
  readonly isMedia: boolean;
}

function Value({ place, cell, isMedia }: ValueProps) {
  if (cell === undefined) return <div class="row-value cell-none" />;
  const at = { ...place, pointer: cell.pointer };
  return (
    <div class="row-value">
      <code class="muted clip">{cell.pointer || "/"}</code>
      {isMedia ? <ImagePreview place={at} /> : null}
      <BodyText place={at} label={`Value at ${cell.pointer || "/"}`} />
    </div>
  );
}
