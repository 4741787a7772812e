import { isDeepStrictEqual } from "node:util";
import type { Json } from "@toolglot/core";

/** Where what came back differs from what was sent; what was added has no place there. */
export interface Difference {
  readonly path: string;
  readonly sent: Json;
  readonly back: Json | undefined;
}

/** What was removed or changed, except for the order of `required` and the white space of arguments. */
export function differences(sent: Json, back: Json | undefined, reported: ReportEntries, path = ""): Difference[] {
  if (isDeepStrictEqual(sent, back) || sameMeaning(sent, back, path)) return [];
  if (Array.isArray(sent) && Array.isArray(back)) return aligned(sent, back, reported, path);
  if (isObject(sent) && isObject(back)) {
    return Object.keys(sent).flatMap((key) => {
      const place = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return Object.hasOwn(back, key)
        ? differences(sent[key] as Json, back[key], reported, place)
        : [{ path: place, sent: sent[key] as Json, back: undefined }];
    });
  }
  return [{ path, sent, back }];
}

/** The report of a translation; only losses have an action, only changes a rule. */
export type ReportEntries = readonly { readonly path: string; readonly action?: string; readonly rule?: string }[];

/** Whether a report names the place, something above it or something in it. */
export function isCovered({ path }: Difference, reported: ReportEntries): boolean {
  return reported.some(
    (entry) => path === entry.path || path.startsWith(`${entry.path}/`) || entry.path.startsWith(`${path}/`),
  );
}

function sameMeaning(sent: Json, back: Json | undefined, path: string): boolean {
  if (path.endsWith("/required") && Array.isArray(sent) && Array.isArray(back))
    return isDeepStrictEqual(sent.toSorted(), back.toSorted());
  if (!path.endsWith("/arguments") || typeof sent !== "string" || typeof back !== "string") return false;
  try {
    return isDeepStrictEqual(JSON.parse(sent || "{}"), JSON.parse(back));
  } catch {
    // Not JSON: then the texts themselves must be the same, and they are not.
    return false;
  }
}

// Messages may have been put between or taken out: what was told to be gone is passed over, and what has lost nothing is
// found again before the rest is compared.
function aligned(all: readonly Json[], back: readonly Json[], reported: ReportEntries, path: string): Difference[] {
  const removed = new Set(reported.filter(({ action }) => action !== undefined).map((entry) => entry.path));
  const indexes =
    all.length === back.length ? all.keys() : [...all.keys()].filter((index) => !removed.has(`${path}/${index}`));
  const sent = [...indexes].map((index) => ({ index, item: all[index] as Json }));
  if (reported.some(({ path: place, rule = "" }) => MOVING.has(rule) && place.startsWith(`${path}/`)))
    return sent.flatMap(regrouping(back, reported, path));
  const found: Difference[] = [];
  let next = 0;
  for (const [position, { index, item }] of sent.entries()) {
    const place = `${path}/${index}`;
    const same = back.findIndex((other, at) => at >= next && differences(item, other, reported, place).length === 0);
    const room = back.length - next >= sent.length - position;
    if (same >= 0 && (same === next || sent.length !== back.length)) next = same + 1;
    else if (room) found.push(...differences(item, back[next++], reported, place));
    else found.push({ path: place, sent: item, back: undefined });
  }
  return found;
}

/** Rules that reorder reasoning, text and calls. */
const MOVING: ReadonlySet<string> = new Set(["text-after-call", "reasoning-after-text"]);

// Each is one of those that came back, wherever that stands, or else it is missed.
function regrouping(back: readonly Json[], reported: ReportEntries, path: string): (sent: Item) => Difference[] {
  const left = new Set(back);
  return ({ index, item }) => {
    const place = `${path}/${index}`;
    const found = [...left].find((other) =>
      differences(item, other, reported, place).every((difference) => isCovered(difference, reported)),
    );
    if (found === undefined) return [{ path: place, sent: item, back: undefined }];
    left.delete(found);
    return [];
  };
}

interface Item {
  readonly index: number;
  readonly item: Json;
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
