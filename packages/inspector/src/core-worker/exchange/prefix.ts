import { openedNamed } from "./opened.ts";
import type { PrefixContent } from "./views.ts";

/** How much is shown before and after the first difference. */
const AROUND = 160;

/** Where the provider's request of an exchange first differs from that of the exchange before it: so far, a cache may serve it. */
export function comparePrefix({ id, previous }: { id: string; previous: ArrayBuffer }): PrefixContent {
  const now = new Uint8Array(openedNamed(id).exchange.bodies.providerRequest?.bytes ?? new ArrayBuffer(0));
  const before = new Uint8Array(previous);
  const at = firstDifference(now, before);
  return {
    at,
    bytes: now.length,
    previousBytes: before.length,
    path: pathAt(decoded(now.subarray(0, at))),
    same: decoded(now.subarray(Math.max(0, at - AROUND), at)),
    now: decoded(now.subarray(at, at + AROUND)),
    before: decoded(before.subarray(at, at + AROUND)),
  };
}

function firstDifference(one: Uint8Array, other: Uint8Array): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The JSON Pointer of the node that the start of a JSON text ends in. */
function pathAt(start: string): string {
  const path: (string | number)[] = [];
  let key = "";
  for (const [token] of start.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token.startsWith('"')) key = token.slice(1, -1);
    else if (token === "{") path.push("");
    else if (token === "[") path.push(0);
    else if (token === "}" || token === "]") path.pop();
    else if (token === ":") path[path.length - 1] = key;
    else if (typeof path.at(-1) === "number") path[path.length - 1] = Number(path.at(-1)) + 1;
  }
  return path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
