import { endOfCount, endOfSpace, endOfString, type Gap, gapsBetween } from "./frame-gaps.ts";
import { literalsAround, parseOrNothing, pointersOf, type SentFrame, SPACE } from "./gap-pointers.ts";

/** The fields in which frames may differ, as JSON Pointers: one text, and fields that are ignored. */
export interface TemplateFields {
  readonly text: string;
  /** A field that repeats the text. */
  readonly mirror?: string | undefined;
  /** A pointer that ends in a slash means everything below it. */
  readonly ignored: readonly string[];
}

/**
 * The bytes that frames with different texts have in common. A frame that matches is neither cut out nor parsed, which is many
 * times as fast.
 */
export class FrameTemplate {
  /** The text of the last match. */
  text = "";
  /** The same as JSON, without quotes. */
  private body: string | undefined;
  /** The text before, between and after the places in which the frames differ. */
  private readonly literals: readonly string[];
  private readonly kinds: readonly Kind[];

  private constructor(literals: readonly string[], kinds: readonly Kind[]) {
    this.literals = literals;
    this.kinds = kinds;
  }

  /** The template of a frame and the one before it; `undefined` where they differ in other fields. */
  static between(before: string, frame: SentFrame, differing: TemplateFields): FrameTemplate | undefined {
    const gaps = frame.sent.length > LONGEST ? undefined : gapsBetween(before, frame.sent);
    if (gaps === undefined) return undefined;
    const literals = literalsAround(frame.sent, gaps);
    const pointers = pointersOf(gaps, literals, frame);
    const kinds = gaps.map(({ kind }, index) => kindOf(kind, pointers[index], differing));
    const known = pointers.every((pointer) => mayDiffer(pointer, differing));
    const complete = kinds.includes("text") && (differing.mirror === undefined || kinds.includes("mirror"));
    return known && complete ? new FrameTemplate(literals, kinds) : undefined;
  }

  /** The index after the frame that begins at an index, if it matches; else -1. */
  match(all: string, from: number): number {
    const { kinds, literals } = this;
    this.body = undefined;
    let at = from;
    for (let index = 0; index < kinds.length; index++) {
      const literal = literals[index] as string;
      const start = at + literal.length;
      if (all.slice(at, start) !== literal) return -1;
      at = this.endOfValue(all, start, kinds[index] as Kind);
      if (at === -1) return -1;
    }
    const last = literals[kinds.length] as string;
    const end = at + last.length;
    return end - from <= LONGEST && all.slice(at, end) === last ? end : -1;
  }

  private endOfValue(all: string, start: number, kind: Kind): number {
    if (kind === "space") return endOfSpace(all, start);
    if (kind === "count") return endOfCount(all, start);
    const end = endOfString(all, start);
    if (end === -1 || end - start > LONGEST) return -1;
    const body = all.slice(start, end);
    if (kind === "mirror") return body === this.body ? end : -1;
    if (kind === "text") this.body = body;
    if (kind === "string") return TO_BE_PARSED.test(body) ? -1 : end;
    const text = TO_BE_PARSED.test(body) ? parseOrNothing(`"${body}"`) : body;
    if (typeof text !== "string") return -1;
    this.text = text;
    return end;
  }
}

type Kind = "text" | "mirror" | Gap["kind"];

function kindOf(kind: Gap["kind"], pointer: string | undefined, { text, mirror }: TemplateFields): Kind {
  if (kind !== "string") return kind;
  if (pointer === text) return "text";
  return pointer === mirror && pointer !== undefined ? "mirror" : kind;
}

function mayDiffer(pointer: string | undefined, { text, mirror, ignored }: TemplateFields): boolean {
  if (pointer === undefined) return false;
  if (pointer === text || pointer === mirror || pointer === SPACE) return true;
  return ignored.some((each) => each === pointer || (each.endsWith("/") && pointer.startsWith(each)));
}

/** Longer frames are rare, and not worth comparing. */
const LONGEST = 16_384;

/** A character that ends a string, escapes another, or is not allowed in one. */
const TO_BE_PARSED = /[^ !#-[\]-\uffff]/;
