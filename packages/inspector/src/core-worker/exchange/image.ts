import { isObject, type Json } from "@toolglot/core";
import { openedNamed } from "./opened.ts";
import { type TextPlace, valueAt } from "./text.ts";

/** An image of a body. */
export interface ImageContent {
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** What images in Base64 begin with: dialects name types in many ways, and not always the right one. */
const STARTS = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
] as const;

const LONGEST = 24 * 1024 * 1024;
const DEEPEST = 4;

/** The image in a node of a body, if it has one. */
export function readImage({ place }: { place: TextPlace }): ImageContent | undefined {
  const { id, role, pointer = "" } = place;
  return imageIn(valueAt(openedNamed(id).shown(role) ?? null, pointer) ?? null, 0);
}

function imageIn(value: Json, depth: number): ImageContent | undefined {
  if (typeof value === "string") return decoded(value);
  if (depth === DEEPEST || !(isObject(value) || Array.isArray(value))) return undefined;
  for (const inner of Object.values(value) as Json[]) {
    const found = imageIn(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function decoded(text: string): ImageContent | undefined {
  const data = text.startsWith("data:") ? text.slice(text.indexOf(",") + 1) : text;
  const type = STARTS.find(([start]) => data.startsWith(start))?.[1];
  if (type === undefined || data.length > LONGEST) return undefined;
  try {
    return { type, bytes: Uint8Array.from(atob(data), (character) => character.charCodeAt(0)).buffer };
  } catch {
    // It only looked like Base64, or was cut when it was kept.
    return undefined;
  }
}
