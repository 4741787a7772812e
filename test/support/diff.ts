import { isObject, type Json } from "./json.ts";
import { escapeKey, isWithin, parsePointer, splitLast } from "./pointer.ts";
import type { Placed } from "./weaken.ts";

/** Where two values differ, as pointers into the first; a key that only the second has is named where it would stand. */
export function difference(first: Json | undefined, second: Json | undefined, pointer = ""): string[] {
  if (isObject(first) && isObject(second))
    return differentKeys(first, second).flatMap((key) =>
      difference(at(first, key), at(second, key), `${pointer}/${escapeKey(key)}`),
    );
  if (Array.isArray(first) && Array.isArray(second)) return differentItems(first, second, pointer);
  return Object.is(first, second) ? [] : [pointer];
}

/** Whether a loss or a change speaks of the place, of what holds it, or of something in it. */
export function covered(pointer: string, losses: readonly Placed[], changes: readonly Placed[]): boolean {
  return [...losses, ...changes].some(({ path }) => isWithin(pointer, path) || isWithin(path, pointer));
}

/**
 * Whether a loss or a change explains a key that only the second value has. It stands nowhere in the first, so no path can name
 * it: what speaks of its node, of another keyword there, or of a branch that was merged into it does.
 */
export function explained(pointer: string, entries: readonly Placed[]): boolean {
  const [holder] = splitLast(pointer);
  const nodes = holder.endsWith("/properties") ? [holder, splitLast(holder)[0]] : [holder];
  return nodes.some((node) =>
    entries.some(({ path }) => isWithin(path, node) && isOnNode(parsePointer(path.slice(node.length)))),
  );
}

const BRANCHES: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "if", "then", "else", "not"]);

function isOnNode(keys: readonly string[]): boolean {
  return keys.length <= 1 || BRANCHES.has(keys[0] ?? "");
}

function at(value: { [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function differentKeys(first: { [key: string]: Json }, second: { [key: string]: Json }): string[] {
  const keys = Object.keys(first);
  return [...keys, ...Object.keys(second).filter((key) => !Object.hasOwn(first, key))];
}

function differentItems(first: Json[], second: Json[], pointer: string): string[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, index) => difference(first[index], second[index], `${pointer}/${index}`)).flat();
}
