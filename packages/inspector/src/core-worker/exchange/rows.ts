import { isObject, type Json } from "@toolglot/core";
import type { AlignedRow } from "@toolglot/core/align";
import { linksOf } from "./links.ts";
import { cellOf } from "./preview.ts";
import type { RowContent } from "./views.ts";

/** More reports than this of one node are not read by anybody, and a schema may have thousands. */
const MOST_REPORTS = 50;

/** Aligned rows as the page shows them. A node that stands in two rows has one name in both. */
export function rowContents(rows: readonly AlignedRow[]): RowContent[] {
  const heads = new Map<string, string>();
  return rows.map((row) => {
    const content = rowContent(row);
    const { right, isShared } = content;
    if (right === undefined) return content;
    if (!isShared) heads.set(right.pointer, right.head);
    return { ...content, right: { ...right, head: heads.get(right.pointer) ?? right.head } };
  });
}

/** An aligned row as the page shows it. */
export function rowContent(row: AlignedRow): RowContent {
  const { state, kind, label, left, right, isShared, losses, changes } = row;
  return {
    state,
    kind,
    label,
    ...(left === undefined ? {} : { left: cellOf(left, row) }),
    ...(right === undefined ? {} : { right: cellOf(right, row) }),
    ...(isShared ? { isShared } : {}),
    losses: losses.slice(0, MOST_REPORTS),
    changes: changes.slice(0, MOST_REPORTS),
    links: linksOf(row),
  };
}

/** The nodes of a body whose other side is not known: its fields, and the items of its lists. */
export function rowsAlone(body: Json, side: "left" | "right"): RowContent[] {
  return nodesOf(body).map(({ pointer, value }) => {
    const cell = cellOf({ pointer, value }, { kind: /\/\d+$/.test(pointer) ? "block" : "field" });
    return { state: "alone", kind: "field", label: cell.head, [side]: cell, losses: [], changes: [] };
  });
}

/** The fields of a body, and the items of its lists, by JSON Pointer. */
export function nodesOf(body: Json): { pointer: string; value: Json }[] {
  if (!isObject(body)) return [{ pointer: "", value: body }];
  return Object.entries(body).flatMap(([key, value]) => {
    const pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Array.isArray(value) || value.length === 0) return [{ pointer, value }];
    return value.map((item: Json, index) => ({ pointer: `${pointer}/${index}`, value: item }));
  });
}
