import { type Json, parseJson } from "@toolglot/core";
import { openedNamed } from "./opened.ts";
import { type PromptPiece, promptOf } from "./prompt.ts";
import type { PrefixContent, PromptSection } from "./views.ts";

/** How much is shown before and after the first difference. */
const AROUND = 160;

/** Where the provider's prompt of an exchange first differs from that of the exchange before it: so far, a cache may serve it. */
export function comparePrefix({ id, previous }: { id: string; previous: ArrayBuffer }): PrefixContent {
  const now = promptIn(openedNamed(id).text("providerRequest"));
  const before = promptIn(new TextDecoder().decode(previous));
  const same = countSame(now, before);
  const [next, last] = [now[same], before[same]];
  const [one, other] = [bytesOf(next?.text ?? ""), bytesOf(last?.text ?? "")];
  const within = firstDifference(one, other);
  const start = one.subarray(0, within);
  return {
    at: sizeOf(now.slice(0, same)) + within,
    bytes: sizeOf(now),
    previousBytes: sizeOf(before),
    isExtended: last === undefined,
    sections: sectionsOf(now),
    path: next === undefined ? (last?.pointer ?? "") : next.pointer + pathAt(decoded(start)),
    same: decoded(one.subarray(Math.max(0, within - AROUND), within)),
    now: decoded(one.subarray(within, within + AROUND)),
    before: decoded(other.subarray(within, within + AROUND)),
  };
}

/** What is no request of any dialect is compared as it is. */
function promptIn(text: string): PromptPiece[] {
  const pieces = promptOf(parsed(text) ?? null);
  return pieces.length > 0 ? pieces : [{ section: "messages", pointer: "", text }];
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function countSame(now: readonly PromptPiece[], before: readonly PromptPiece[]): number {
  const different = now.findIndex(({ text, section }, index) => {
    const other = before[index];
    return other === undefined || other.text !== text || other.section !== section;
  });
  return different === -1 ? now.length : different;
}

function sectionsOf(pieces: readonly PromptPiece[]): PromptSection[] {
  const names = [...new Set(pieces.map(({ section }) => section))].filter((name) => name !== "model");
  return names.map((name) => ({ name, bytes: sizeOf(pieces.filter(({ section }) => section === name)) }));
}

function sizeOf(pieces: readonly PromptPiece[]): number {
  return pieces.reduce((total, { text }) => total + bytesOf(text).length, 0);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
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
