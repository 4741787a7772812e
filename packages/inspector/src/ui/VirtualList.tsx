import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useVirtualizer, type VirtualRows } from "./use-virtualizer.ts";

interface Props extends VirtualRows {
  readonly children: (index: number, isTabStop: boolean) => ComponentChildren;
  readonly label: string;
  readonly class?: string;
  /** Rows that have nothing to focus make the list itself reachable by keyboard. */
  readonly isFocusable?: boolean;
  /** Of rows that can have the focus, the one that Tab leads to: one of those that are drawn. */
  readonly tabStopAmong?: (drawn: readonly number[]) => number | undefined;
}

/** A list that has only those of its rows in the document that are in sight. */
export function VirtualList(props: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer(props, scroller);
  const height = `${list.getTotalSize()}px`;
  const items = list.getVirtualItems();
  const tabStop = props.tabStopAmong?.(items.map(({ index }) => index));
  return (
    <div class={`virtual ${props.class ?? ""}`} ref={scroller} style={{ "--total": height }}>
      <ol class="virtual-rows" aria-label={props.label} tabIndex={props.isFocusable ? 0 : undefined} style={{ height }}>
        {items.map(({ index, key, start, size }) => (
          <li
            key={key}
            class="virtual-row"
            aria-setsize={props.count}
            aria-posinset={index + 1}
            style={{ height: `${size}px`, transform: `translateY(${start}px)` }}
          >
            {props.children(index, index === tabStop)}
          </li>
        ))}
      </ol>
    </div>
  );
}
