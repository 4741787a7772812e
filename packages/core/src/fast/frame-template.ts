// The fast path `frameTemplates`: the template of a frame. `{"index":0,"delta":{"text":"Hel"}}` matches every frame
// that has another string in place of `Hel`.

import { QUOTE } from "../json/chars.ts";
import {
  closingQuote,
  endOfCount,
  endOfPlain,
  type Gap,
  gapsIn,
  type TemplateFields,
  unescaped,
} from "./frame-gaps.ts";
import { KnownFrames } from "./known-frames.ts";
import { endOfPadded, type OpenGaps, openGaps, type TemplateFrame } from "./open-gaps.ts";

/** A frame as it was sent, and the JSON in it. */
export interface SentFrame {
  readonly sent: string;
  readonly json: string;
}

/**
 * The bytes that frames with different texts have in common. A frame that matches is neither cut out nor parsed, which is many
 * times as fast.
 */
export class FrameTemplate {
  /** The text of the last match. */
  text = "";
  /** The id of the last match, once frames have differed in it. */
  id: string | undefined;
  /** The text as JSON, without quotes. */
  private body = "";
  private readonly frame: TemplateFrame;
  /** The gaps in which frames have differed so far, the text included: the fewer they are, the faster is the comparison. */
  private open: OpenGaps;
  /** All gaps, once another frame was compared with this one as a whole. */
  private every: OpenGaps | undefined;

  private constructor({ sent, gaps, brace }: TemplateFrame) {
    // A copy, which does not keep the text that the frame is a part of.
    const frame = { sent: [sent.slice(0, brace), sent.slice(brace)].join(""), gaps, brace };
    this.frame = frame;
    const differing = gaps.filter(({ kind }) => kind === "text" || kind === "mirror");
    this.open = openGaps(frame, differing);
  }

  /** The template of a frame; `undefined` where it is not clear where its fields are. */
  static of(frame: SentFrame, fields: TemplateFields): FrameTemplate | undefined {
    // Most streams of a provider begin alike.
    for (const known of KNOWN.withFields(fields)) {
      const like = known.like(frame);
      if (like !== undefined) return like;
    }
    const template = FrameTemplate.read(frame, fields);
    if (template !== undefined) KNOWN.add(fields, template.blank());
    return template;
  }

  private static read({ sent, json }: SentFrame, fields: TemplateFields): FrameTemplate | undefined {
    const at = sent.indexOf(json);
    const gaps = at === -1 || sent.length > LONGEST ? undefined : gapsIn(json, fields);
    if (gaps === undefined) return undefined;
    const placed = gaps.map(({ kind, start, end }) => ({ kind, start: at + start, end: at + end }));
    return new FrameTemplate({ sent, gaps: placed, brace: at + json.trimEnd().length - 1 });
  }

  /** The same template without the values of the frame that it was read from. */
  private blank(): FrameTemplate {
    const { sent: frame, gaps, brace } = this.frame;
    const { literals } = openGaps(this.frame, gaps);
    let at = 0;
    const empty = gaps.map(({ kind }, index) => {
      at += (literals[index] as string).length;
      return { kind, start: at, end: at };
    });
    const sent = literals.join("");
    return new FrameTemplate({ sent, gaps: empty, brace: sent.length - (frame.length - brace) });
  }

  /** The template of another frame; `undefined` where that one differs in more than the gaps. */
  private like({ sent }: SentFrame): FrameTemplate | undefined {
    const { frame } = this;
    this.every ??= openGaps(frame, frame.gaps);
    const { literals } = this.every;
    const ends: number[] = [];
    const end = this.matchWith(this.every, sent, 0, ends);
    this.rest();
    if (end !== sent.length) return undefined;
    const gaps = frame.gaps.map(({ kind }, index) => {
      const start = (ends[index - 1] ?? 0) + (literals[index] as string).length;
      return { kind, start, end: ends[index] as number };
    });
    return new FrameTemplate({ sent, gaps, brace: sent.length - (frame.sent.length - frame.brace) });
  }

  /** The index after the frame that begins at an index, if it matches; else -1. */
  match(all: string, from: number): number {
    const end = this.matchWith(this.open, all, from);
    return end === -1 && this.open.gaps.length < this.frame.gaps.length ? this.matchLoosely(all, from) : end;
  }

  /** Forgets the last match. */
  rest(): void {
    this.text = "";
    this.body = "";
    this.id = undefined;
  }

  /** Matches a frame that differs in further gaps, and opens them. */
  private matchLoosely(all: string, from: number): number {
    const { frame, open } = this;
    const every = openGaps(frame, frame.gaps);
    const ends: number[] = [];
    const end = this.matchWith(every, all, from, ends);
    if (end === -1) return -1;
    const differs = (gap: Gap, index: number) => {
      const start = (ends[index - 1] ?? from) + (every.literals[index] as string).length;
      return frame.sent.slice(gap.start, gap.end) !== all.slice(start, ends[index]);
    };
    this.open = openGaps(
      frame,
      frame.gaps.filter((gap, index) => open.gaps.includes(gap) || differs(gap, index)),
    );
    return end;
  }

  /** The same for these gaps; notes where the value of each ends. */
  private matchWith({ gaps, literals, tail }: OpenGaps, all: string, from: number, ends?: number[]): number {
    let at = from;
    for (let index = 0; index < gaps.length; index++) {
      const literal = literals[index] as string;
      const start = at + literal.length;
      // A slice is compared as a whole; `startsWith` compares characters, which takes ten times as long.
      if (all.slice(at, start) !== literal) return -1;
      at = this.endOfValue(all, start, (gaps[index] as Gap).kind);
      if (at === -1) return -1;
      ends?.push(at);
    }
    const last = literals[gaps.length] as string;
    const end = all.slice(at, at + last.length) === last ? at + last.length : endOfPadded(all, at, tail);
    return end - from <= LONGEST ? end : -1;
  }

  private endOfValue(all: string, start: number, kind: Gap["kind"]): number {
    switch (kind) {
      case "text":
        return this.endOfText(all, start);
      case "mirror": {
        const end = start + this.body.length;
        return all.slice(start, end) === this.body && all.charCodeAt(end) === QUOTE ? end : -1;
      }
      case "id":
        return this.endOfId(all, start);
      case "string":
        return endOfPlain(all, start);
      case "count":
        return endOfCount(all, start);
    }
  }

  private endOfId(all: string, start: number): number {
    const end = endOfPlain(all, start);
    this.id = end === -1 ? undefined : all.slice(start, end);
    return end;
  }

  private endOfText(all: string, start: number): number {
    const plain = endOfPlain(all, start);
    const end = plain === -1 ? closingQuote(all, start) : plain;
    if (end === -1 || end - start > LONGEST) return -1;
    this.body = all.slice(start, end);
    const text = plain === -1 ? unescaped(this.body) : this.body;
    if (text === undefined) return -1;
    this.text = text;
    return end;
  }
}

/** Longer frames are rare, and not worth comparing. */
const LONGEST = 16_384;

/** The templates that frames were read by, without what was in their gaps. */
const KNOWN = new KnownFrames<FrameTemplate>();
