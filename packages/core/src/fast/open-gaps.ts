// The fast path `frameTemplates`: a frame as the text around the places in which others may differ from it.

import type { Gap } from "./frame-gaps.ts";

/** A frame, the gaps in it, and where the brace stands that ends its JSON. */
export interface TemplateFrame {
  readonly sent: string;
  readonly gaps: readonly Gap[];
  readonly brace: number;
}

export interface OpenGaps {
  readonly gaps: readonly Gap[];
  /** The text before, between and after the gaps. */
  readonly literals: readonly string[];
  /** The last literal in two: white space before the brace that ends the JSON means nothing. */
  readonly tail: readonly [before: string, after: string];
}

/** The text around gaps. */
export function openGaps({ sent, brace }: TemplateFrame, gaps: readonly Gap[]): OpenGaps {
  const starts = [0, ...gaps.map(({ end }) => end)];
  const tail = [sent.slice(starts.at(-1), brace).trimEnd(), sent.slice(brace)] as const;
  const last = tail[0] + tail[1];
  // Lists of this length: those that grow have room for many more, as long as a stream takes.
  const literals = starts.map((start, index) => (index < gaps.length ? sent.slice(start, gaps[index]?.start) : last));
  return { gaps: [...gaps], literals, tail };
}

/**
 * The index after the tail of a frame, or -1. Padding with spaces hides the length of a text from an observer who sees only
 * the length of a frame.
 */
export function endOfPadded(all: string, from: number, [before, after]: OpenGaps["tail"]): number {
  let at = from + before.length;
  if (all.slice(from, at) !== before) return -1;
  while (all.charCodeAt(at) === SPACE) at++;
  return all.slice(at, at + after.length) === after ? at + after.length : -1;
}

const SPACE = 32;
