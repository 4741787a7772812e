import type { Change, Loss } from "../model/loss.ts";
import { groupBy } from "./group-by.ts";

/** Losses and changes of one place. */
export interface Reasons {
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** Something in a body that losses and changes can be about. */
export interface Explained {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  /** Whether the other body has it too. */
  readonly hasTwin: boolean;
}

/**
 * Gives each loss and change to the innermost of the nodes that it is about. What has no twin is also explained by what
 * is reported of the nodes around it.
 */
export function explain<T extends Explained>(nodes: readonly T[], { losses, changes }: Reasons): Map<T, Reasons> {
  const byPointer = groupBy(nodes, ({ pointer }) => pointer);
  const inside = { losses: nearest(losses, byPointer), changes: nearest(changes, byPointer) };
  const at = { losses: groupBy(losses, pathOf), changes: groupBy(changes, pathOf) };
  const reasonsOf = ({ pointer, hasTwin }: T): Reasons => {
    const own = { losses: inside.losses.get(pointer) ?? [], changes: inside.changes.get(pointer) ?? [] };
    if (hasTwin || own.losses.length > 0) return own;
    return { losses: around(pointer, at.losses), changes: [...own.changes, ...around(pointer, at.changes)] };
  };
  return new Map(nodes.map((node) => [node, reasonsOf(node)]));
}

const pathOf = ({ path }: Placed): string => path;

interface Placed {
  readonly path: string;
}

// The innermost pointer at or above the path of each entry.
function nearest<T extends Placed>(entries: readonly T[], known: ReadonlyMap<string, unknown>): Map<string, T[]> {
  return groupBy(entries, ({ path }) => pathsUpwards(path).find((pointer) => known.has(pointer)));
}

function around<T>(pointer: string, at: ReadonlyMap<string, readonly T[]>): readonly T[] {
  return (
    pathsUpwards(pointer)
      .slice(1)
      .map((path) => at.get(path))
      .find((found) => found !== undefined) ?? []
  );
}

function pathsUpwards(pointer: string): string[] {
  const paths = [pointer];
  for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1))
    paths.push(pointer.slice(0, end));
  return paths;
}
