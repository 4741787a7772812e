import type { AlignedRow } from "./alignment.ts";

/** A node of the right body is the twin of one row; where it says what others say too, these refer to it. */
export function withShared(rows: readonly AlignedRow[]): AlignedRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const { left, right } = row;
    if (left === undefined || right === undefined) return row;
    const isShared = seen.has(right.pointer);
    seen.add(right.pointer);
    return isShared ? { ...row, isShared } : row;
  });
}
