import { clone, isObject, type Json, type JsonObject } from "../../support/json.ts";
import { resolve, splitLast } from "../../support/pointer.ts";

/** A copy with values put where pointers say; undefined takes away. */
export function edit<T extends Json>(base: T, changes: Readonly<Record<string, Json | undefined>>): T {
  const copy = clone(base);
  for (const [pointer, value] of Object.entries(changes)) put(copy, pointer, value);
  return copy as T;
}

function put(root: Json, pointer: string, value: Json | undefined): void {
  const [path, key] = splitLast(pointer);
  const parent = resolve(root, path);
  if (Array.isArray(parent)) parent.splice(Number(key), 1, ...(value === undefined ? [] : [value]));
  else if (!isObject(parent)) throw new Error(`${pointer} is in nothing`);
  else if (value === undefined) delete parent[key];
  else (parent as JsonObject)[key] = value;
}

/** A copy of a list without some entries, or with others in their place. */
export function splice(list: readonly Json[], at: number, count: number, ...instead: readonly Json[]): Json[] {
  return list.toSpliced(at, count, ...instead);
}
