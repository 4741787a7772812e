import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { callCore } from "../core-worker/client.ts";
import type { TextLines, TextPlace } from "../core-worker/exchange/text.ts";
import { Highlighted } from "../ui/Highlighted.tsx";
import { VirtualList } from "../ui/VirtualList.tsx";

const LINE_HEIGHT = 18;
const CHARACTER_WIDTH = 7.3;
const PADDING = 30;
const BLOCK = 200;

/** A text of the worker, of which only the lines in sight are here, folded at the width of its place. */
export function BodyText({ place, label }: { readonly place: TextPlace; readonly label: string }) {
  const outer = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState<number>();
  useLayoutEffect(() => {
    const width = outer.current?.clientWidth ?? 0;
    setColumns(Math.max(20, Math.floor((width - PADDING) / CHARACTER_WIDTH)));
  }, []);
  return (
    <div class="body-text" ref={outer}>
      {columns === undefined ? null : (
        <Lines key={JSON.stringify(place)} place={place} label={label} columns={columns} />
      )}
    </div>
  );
}

interface LinesProps {
  readonly place: TextPlace;
  readonly label: string;
  readonly columns: number;
}

function Lines({ place, label, columns }: LinesProps) {
  const [blocks, setBlocks] = useState<ReadonlyMap<number, TextLines>>(new Map());
  const [wanted, setWanted] = useState(0);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    callCore("readLines", { place, from: wanted * BLOCK, count: BLOCK, columns }).then(
      (lines) => setBlocks((known) => new Map(known).set(wanted, lines)),
      (error: Error) => setProblem(error.message),
    );
  }, [wanted]);
  if (problem !== undefined) return <p class="hint">{problem}</p>;
  const total = [...blocks.values()][0]?.total ?? 0;
  return (
    <VirtualList
      class="lines"
      label={label}
      isFocusable
      count={total}
      heightOf={() => LINE_HEIGHT}
      layout={total}
      keyOf={(index) => index}
    >
      {(index) => {
        const block = blocks.get(Math.floor(index / BLOCK));
        if (block === undefined) queueMicrotask(() => setWanted(Math.floor(index / BLOCK)));
        const { text = "", isContinued = false } = block?.lines[index % BLOCK] ?? {};
        return (
          <code class="line">
            {isContinued ? <span class="json-string">{text}</span> : <Highlighted text={text} />}
          </code>
        );
      }}
    </VirtualList>
  );
}
