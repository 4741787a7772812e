// The fast path `templates`: made-up values in place of those of a body. Where they turn up in its translation is where
// the values of later bodies go.

import type { Json } from "../../model/json.ts";
import { countsLike } from "./count-signs.ts";
import { freeClass, idLike } from "./free-classes.ts";
import type { FreeValue } from "./template-shape.ts";

/** Other values of the same classes, each of which can be found in a translation. */
export function probesFor(values: readonly FreeValue[], first: number): FreeValue[] {
  const counts = countsLike(values.flatMap(({ kind, value }) => (kind === "count" ? [value as number] : [])));
  let next = 0;
  return values.map((free, index): FreeValue => {
    const { kind } = free;
    return { kind, value: kind === "count" ? (counts[next++] ?? 0) : probeFor(free, first + index) };
  });
}

/** The same with texts of so many characters. */
export function longProbesFor(values: readonly FreeValue[], first: number, length: number): FreeValue[] {
  return probesFor(values, first).map(({ kind, value }) => ({
    kind,
    value: kind === "text" ? String(value).replace("!", `${"y".repeat(length)}!`) : value,
  }));
}

/** What a made-up text has in it. */
export const PROBE = "Qz";

function probeFor({ kind, value }: FreeValue, number: number): Json {
  const name = `${PROBE}${String(number).padStart(4, "0")}`;
  if (kind === "time") return TIME + number;
  if (kind === "arguments") return typeof value === "string" ? JSON.stringify({ [name]: true }) : { [name]: true };
  if (kind === "id") return idLike(String(value), number);
  const edges = freeClass(value, kind) ?? "";
  return `${edges.includes("b") ? "\n" : ""}text ${name}!${edges.endsWith("e") ? "\n" : ""}`;
}

/** A time that no translation makes up. */
const TIME = 1_234_500_000;
