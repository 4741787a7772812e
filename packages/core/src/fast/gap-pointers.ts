import { escapePointer } from "../json/pointer.ts";
import type { Json } from "../model/json.ts";
import type { Gap } from "./frame-gaps.ts";

/** A frame as it was sent, and the JSON in it. */
export interface SentFrame {
  readonly sent: string;
  readonly json: string;
}

/** Stands for white space of any length, where a template otherwise has the pointer of a value. */
export const SPACE = " ";

/** The text before, between and after the gaps of a frame. */
export function literalsAround(text: string, gaps: readonly Gap[]): string[] {
  const starts = [0, ...gaps.map(({ end }) => end)];
  return starts.map((start, index) => text.slice(start, gaps[index]?.start));
}

/** Where in the frame's JSON the gaps are; `undefined` for those that are no value. */
export function pointersOf(
  gaps: readonly Gap[],
  literals: readonly string[],
  { sent, json }: SentFrame,
): (string | undefined)[] {
  const start = sent.indexOf(json);
  if (start === -1) return gaps.map(() => undefined);
  // Longer than any string of the frame: where a probe is found, it is the value in its gap.
  const probes = gaps.map((_, index) => "0".repeat(sent.length + index));
  const probed = filled(literals, gaps, probes);
  const value = parseOrNothing(probed.slice(start, probed.length - (sent.length - start - json.length)));
  return gaps.map(({ kind, start: from, end }, index) => {
    if (kind !== "space") return pointerTo(probes[index] as string, value, 0);
    // White space that may vary in valid JSON is not inside of a token.
    return from >= start && end <= start + json.length ? SPACE : undefined;
  });
}

/** Parses JSON; `undefined` where it is invalid. */
export function parseOrNothing(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The parser of the frame reports what is wrong with it.
    return undefined;
  }
}

// A string is valid wherever a count is.
function filled(literals: readonly string[], gaps: readonly Gap[], probes: readonly string[]): string {
  const values = gaps.map(({ kind }, index) => {
    if (kind === "space") return "";
    return kind === "string" ? probes[index] : `"${probes[index]}"`;
  });
  return literals.map((literal, index) => literal + (values[index] ?? "")).join("");
}

function pointerTo(probe: string, value: Json | undefined, depth: number): string | undefined {
  if (value === probe) return "";
  if (typeof value !== "object" || value === null || depth > DEEPEST) return undefined;
  for (const [key, inner] of Object.entries(value as Readonly<Record<string, Json>>)) {
    const pointer = pointerTo(probe, inner, depth + 1);
    if (pointer !== undefined) return `/${escapePointer(key)}${pointer}`;
  }
  return undefined;
}

const DEEPEST = 16;
