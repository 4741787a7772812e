import { isArray, isObject } from "../json/value.ts";

/** The name of a tool that could not be decoded, at any of the usual places. */
export function nameIn(entry: unknown): string {
  return findName(entry, 0) ?? "tool";
}

function findName(entry: unknown, depth: number): string | undefined {
  if (depth > 3) return undefined;
  if (isObject(entry) && typeof entry.name === "string") return entry.name;
  for (const value of isObject(entry) || isArray(entry) ? Object.values(entry) : []) {
    const name = findName(value, depth + 1);
    if (name !== undefined) return name;
  }
  return undefined;
}
