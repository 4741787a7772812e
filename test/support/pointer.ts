import { type Json, own } from "./json.ts";

/** Splits a JSON Pointer (RFC 6901) into its keys. */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function escapeKey(key: string | number): string {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The value that a pointer names, or undefined where it names nothing. */
export function resolve(root: unknown, pointer: string): Json | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  let value: Json | undefined = root as Json;
  for (const key of parsePointer(pointer)) value = own(value, key);
  return value;
}

/** True when `pointer` is `prefix` or stands below it. */
export function isWithin(pointer: string, prefix: string): boolean {
  return pointer === prefix || pointer.startsWith(`${prefix}/`);
}

/** The pointer of the container, and the last key. */
export function splitLast(pointer: string): [parent: string, key: string] {
  const at = pointer.lastIndexOf("/");
  return [pointer.slice(0, at), parsePointer(pointer.slice(at))[0] ?? ""];
}
