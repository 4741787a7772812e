import { groupBy } from "../group-by.ts";
import type { Change, Loss } from "../model/loss.ts";

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
  const nodeFor = nodeFinder(nodes.map(({ pointer }) => pointer));
  const inside = { losses: groupBy(losses, nodeFor), changes: groupBy(changes, nodeFor) };
  const at = { losses: groupBy(losses, pathOf), changes: groupBy(changes, pathOf) };
  const reasonsOf = ({ pointer, hasTwin }: T): Reasons => {
    const own = { losses: inside.losses.get(pointer) ?? [], changes: inside.changes.get(pointer) ?? [] };
    if (hasTwin || own.losses.length > 0) return own;
    return { losses: around(pointer, at.losses), changes: [...own.changes, ...around(pointer, at.changes)] };
  };
  return new Map(nodes.map((node) => [node, reasonsOf(node)]));
}

/** The places of losses that none of the nodes is about. */
export function placesWithoutNode(pointers: readonly string[], losses: readonly Loss[]): string[] {
  const nodeFor = nodeFinder(pointers);
  return [...new Set(losses.filter((loss) => nodeFor(loss) === undefined).map(pathOf))];
}

interface Placed {
  readonly path: string;
}

const pathOf = ({ path }: Placed): string => path;

// The innermost node at or above a path. What is reported of a message belongs to the first of its parts.
function nodeFinder(pointers: readonly string[]): (entry: Placed) => string | undefined {
  const known = new Set(pointers);
  const firstBelow = new Map<string, string>();
  for (const pointer of pointers)
    for (const path of pathsUpwards(pointer)) if (!firstBelow.has(path)) firstBelow.set(path, pointer);
  return ({ path }) => {
    const paths = pathsUpwards(path);
    const inside = paths.find((pointer) => known.has(pointer));
    const above = paths.find((pointer) => firstBelow.has(pointer) && (pointer === path || ITEM.test(pointer)));
    return inside ?? (above === undefined ? undefined : firstBelow.get(above));
  };
}

/** The pointer of an item of a list. */
const ITEM = /\/\d+$/;

function around<T>(pointer: string, at: ReadonlyMap<string, readonly T[]>): readonly T[] {
  const [, ...above] = pathsUpwards(pointer);
  return above.map((path) => at.get(path)).find((found) => found !== undefined) ?? [];
}

function pathsUpwards(pointer: string): string[] {
  const paths = [pointer];
  for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1))
    paths.push(pointer.slice(0, end));
  return paths;
}
