import { useEffect, useState } from "preact/hooks";
import { callCore } from "../core-worker/client.ts";
import type { TextLines, TextPlace } from "../core-worker/exchange/text.ts";
import { Highlighted } from "../ui/Highlighted.tsx";
import { VirtualList } from "../ui/VirtualList.tsx";

const LINE_HEIGHT = 18;
const BLOCK = 200;

/** A text of the worker, of which only the lines in sight are here. */
export function BodyText({ place, label }: { readonly place: TextPlace; readonly label: string }) {
  const { id, role, pointer } = place;
  const [blocks, setBlocks] = useState<ReadonlyMap<number, TextLines>>(new Map());
  const [wanted, setWanted] = useState(0);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    setBlocks(new Map());
    setWanted(0);
  }, [id, role, pointer]);
  useEffect(() => {
    let isCurrent = true;
    const text: TextPlace = pointer === undefined ? { id, role } : { id, role, pointer };
    callCore("readLines", { place: text, from: wanted * BLOCK, count: BLOCK }).then(
      (lines) => isCurrent && setBlocks((known) => new Map(known).set(wanted, lines)),
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, role, pointer, wanted]);
  if (problem !== undefined) return <p class="hint">{problem}</p>;
  const total = [...blocks.values()][0]?.total ?? 0;
  return (
    <VirtualList
      class="body-text"
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
        return (
          <code class="line">
            <Highlighted text={block?.lines[index % BLOCK] ?? ""} />
          </code>
        );
      }}
    </VirtualList>
  );
}
