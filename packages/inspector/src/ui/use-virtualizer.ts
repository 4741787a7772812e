import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

/** The rows of a list, of which only those in sight are drawn. */
export interface VirtualRows {
  readonly count: number;
  /** The height of a row, known without measuring it, so that nothing jumps. */
  readonly heightOf: (index: number) => number;
  readonly keyOf: (index: number) => string | number;
  /** The row that must be in sight. */
  readonly active?: number | undefined;
  /** Changes when the rows or their heights do. */
  readonly layout: unknown;
}

type List = Virtualizer<HTMLDivElement, HTMLElement>;

/** Which rows of a scrolled list are in sight, and where they are; draws the list again when that changes. */
export function useVirtualizer(rows: VirtualRows, scroller: RefObject<HTMLDivElement | null>): List {
  const options = useOptions(rows, scroller);
  const [list] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
  list.setOptions(options);
  useLayoutEffect(() => list._willUpdate());
  useEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list.measure(), [list, rows.layout]);
  useLayoutEffect(() => {
    if (rows.active !== undefined && rows.active >= 0) list.scrollToIndex(rows.active, { align: "auto" });
  }, [list, rows.active]);
  return list;
}

function useOptions(
  rows: VirtualRows,
  scroller: RefObject<HTMLDivElement | null>,
): VirtualizerOptions<HTMLDivElement, HTMLElement> {
  const current = useRef(rows);
  current.current = rows;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Other functions would make the virtualizer measure all rows again, at each draw.
  const [stable] = useState(() => ({
    heightOf: (index: number) => current.current.heightOf(index),
    keyOf: (index: number) => current.current.keyOf(index),
  }));
  return {
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: stable.heightOf,
    getItemKey: stable.keyOf,
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
}
