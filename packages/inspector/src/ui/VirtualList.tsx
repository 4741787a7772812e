import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useVirtualizer, type VirtualRows } from "./use-virtualizer.ts";

interface Props extends VirtualRows {
  readonly children: (index: number) => ComponentChildren;
  readonly label: string;
  readonly class?: string;
  /** Rows that have nothing to focus make the list itself reachable by keyboard. */
  readonly isFocusable?: boolean;
}

/** A list that has only those of its rows in the document that are in sight. */
export function VirtualList(props: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer(props, scroller);
  const height = `${list.getTotalSize()}px`;
  return (
    <div class={`virtual ${props.class ?? ""}`} ref={scroller} style={{ "--total": height }}>
      <ol class="virtual-rows" aria-label={props.label} tabIndex={props.isFocusable ? 0 : undefined} style={{ height }}>
        {list.getVirtualItems().map(({ index, key, start, size }) => (
          <li
            key={key}
            class="virtual-row"
            aria-setsize={props.count}
            aria-posinset={index + 1}
            style={{ height: `${size}px`, transform: `translateY(${start}px)` }}
          >
            {props.children(index)}
          </li>
        ))}
      </ol>
    </div>
  );
}
