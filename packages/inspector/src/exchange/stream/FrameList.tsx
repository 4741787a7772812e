import { useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { formatDuration, plural } from "../../ui/format.ts";
import { Highlighted } from "../../ui/Highlighted.tsx";
import { VirtualList } from "../../ui/VirtualList.tsx";
import { useCore } from "../use-core.ts";
import { Said } from "./Said.tsx";
import { countUntil, type TimedFrame } from "./timed-frames.ts";

interface Props {
  readonly id: string;
  readonly side: "providerResponse" | "clientResponse";
  readonly title: string;
  readonly frames: readonly TimedFrame[];
  /** The time that is looked at: later frames are pale. */
  readonly at: number;
}

const ROW_HEIGHT = 24;

/** The frames of one stream; a click shows a frame whole. */
export function FrameList({ id, side, title, frames, at }: Props) {
  const [open, setOpen] = useState<number>();
  const arrived = countUntil(frames, at);
  return (
    <section class="frames" aria-label={title}>
      <h2>
        {title}{" "}
        <span class="muted">
          {arrived === frames.length ? plural(frames.length, "event") : `${arrived} of ${frames.length}`}
        </span>
      </h2>
      <Said id={id} side={side} label={`${title} until then`} count={arrived} />
      <VirtualList
        class="frame-list"
        label={`${title}, events`}
        count={frames.length}
        active={arrived - 1}
        heightOf={() => ROW_HEIGHT}
        layout={frames}
        keyOf={(index) => index}
      >
        {(index) => {
          const frame = frames[index];
          return frame === undefined ? null : (
            <button
              type="button"
              class={`frame ${index < arrived ? "" : "frame-later"}`}
              aria-pressed={index === open}
              onClick={() => setOpen(index === open ? undefined : index)}
            >
              <span class="frame-time">{formatDuration(frame.ms)}</span>
              <span class="cell-head">{frame.event}</span> <Highlighted text={frame.text} />
            </button>
          );
        }}
      </VirtualList>
      {open === undefined ? null : <WholeFrame id={id} side={side} index={open} />}
    </section>
  );
}

function WholeFrame({ id, side, index }: Pick<Props, "id" | "side"> & { readonly index: number }) {
  const data = useCore(() => callCore("readFrame", { id, role: side, index }), [id, side, index]);
  return <CodeBlock title={`Event ${index + 1}`} text={typeof data === "string" ? indented(data) : ""} />;
}

/** JSON is indented; what is no JSON, such as `[DONE]`, is shown as it is. */
function indented(data: string): string {
  try {
    return JSON.stringify(JSON.parse(data), null, 2);
  } catch {
    return data;
  }
}
