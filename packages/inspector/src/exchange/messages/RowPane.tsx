import { useComputed } from "@preact/signals";
import { isNarrow } from "../../state/screen.ts";
import { VirtualList } from "../../ui/VirtualList.tsx";
import { openContent, type Pane, selectedRow } from "../selection.ts";
import { AlignedRowButton } from "./AlignedRowButton.tsx";

interface Props {
  readonly pane: Pane;
  readonly titles: readonly [string, string];
  readonly dialects: readonly [string | undefined, string | undefined];
  /** What it says where there is no row. */
  readonly empty: string;
}

const ROW_HEIGHT = 27;
const NARROW_ROW_HEIGHT = 50;

/** Two bodies side by side: the two columns of a direction. */
export function RowPane({ pane, titles, dialects, empty }: Props) {
  const content = openContent.value?.[pane];
  const active = useComputed(() => (selectedRow.value?.pane === pane ? selectedRow.value.index : undefined));
  const rows = content?.rows ?? [];
  return (
    <section class={`pane pane-${pane}`} aria-label={`${titles[0]}, ${titles[1]}`}>
      <div class="pane-titles">
        {titles.map((title, index) => (
          <h2 key={title}>
            {title}
            <span class="muted"> · {dialects[index] ?? "nobody"}</span>
          </h2>
        ))}
      </div>
      {content?.note === undefined ? null : <p class="pane-note">{content.note}</p>}
      {content?.problem === undefined ? null : <p class="pane-problem">{content.problem}</p>}
      {rows.length === 0 ? (
        <p class="hint">{content === undefined ? "Reading the bodies…" : empty}</p>
      ) : (
        <VirtualList
          class="rows"
          label={`${titles[0]} and ${titles[1]}, row by row`}
          count={rows.length}
          active={active.value}
          heightOf={() => (isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT)}
          layout={isNarrow.value ? "narrow" : "wide"}
          keyOf={(index) => index}
        >
          {(index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <AlignedRowButton row={row} place={{ pane, index }} isSelected={active.value === index} />
            );
          }}
        </VirtualList>
      )}
    </section>
  );
}
