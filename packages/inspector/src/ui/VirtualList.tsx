import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

interface Props {
  readonly count: number;
  /** The height of a row, known without measuring it, so that nothing jumps. */
  readonly heightOf: (index: number) => number;
  readonly keyOf: (index: number) => string | number;
  readonly children: (index: number) => ComponentChildren;
  readonly label: string;
  readonly class?: string;
  /** The row that must be in sight. */
  readonly active?: number | undefined;
  /** Changes when the rows or their heights do. */
  readonly layout: unknown;
  /** Rows that have nothing to focus make the list itself reachable by keyboard. */
  readonly isFocusable?: boolean;
}

type Options = VirtualizerOptions<HTMLDivElement, HTMLElement>;

/** A list that has only those of its rows in the document that are in sight. */
export function VirtualList(props: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Other functions would make the virtualizer measure all rows again, at each draw.
  const [stable] = useState(() => ({
    heightOf: (index: number) => current.current.heightOf(index),
    keyOf: (index: number) => current.current.keyOf(index),
  }));
  const options: Options = {
    count: props.count,
    getScrollElement: () => scroller.current,
    estimateSize: stable.heightOf,
    getItemKey: stable.keyOf,
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const [list] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
  list.setOptions(options);
  useLayoutEffect(() => list._willUpdate());
  useEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list.measure(), [list, props.layout]);
  useLayoutEffect(() => {
    if (props.active !== undefined && props.active >= 0) list.scrollToIndex(props.active, { align: "auto" });
  }, [list, props.active]);
  return (
    <div class={`virtual ${props.class ?? ""}`} ref={scroller} style={{ "--total": `${list.getTotalSize()}px` }}>
      <ol
        class="virtual-rows"
        aria-label={props.label}
        tabIndex={props.isFocusable ? 0 : undefined}
        style={{ height: `${list.getTotalSize()}px` }}
      >
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
