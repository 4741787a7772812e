// Collects whole parts from the events of a stream, for those who need the response at its end: its recorder, its
// assembler, a paused turn.

import type { Citation } from "../../model/content.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";

/** How many characters of a response are kept until its end: fewer as long as it has no reasoning that could be stored. */
const MOST_HELD = 4 * 1024 * 1024;
const MOST_WITHOUT_REASONING = 128 * 1024;

/** Collects the parts of a stream, unless it is too long to hold in memory. */
export class PartCollector {
  private readonly open = new Map<number, Collected>();
  /** The response is complete; nothing is recorded of one that was cut. */
  private isComplete = false;
  private hasReasoning = false;
  private hasWholeParts = false;
  private isTooLong = false;
  private held = 0;
  /** The part that the last text belongs to. */
  private last: Collected | undefined;
  private readonly limit: number | undefined;

  /** `limit`: how many characters are held, whether or not there is reasoning among them. */
  constructor({ limit }: { readonly limit?: number } = {}) {
    this.limit = limit;
  }

  take(event: StreamEvent): void {
    if (this.isTooLong) return;
    if (event.type === "part-delta") this.append(event.index, event.text);
    else if (event.type === "part-start") this.start(event);
    else if (event.type === "part-note") this.note(event);
    else if (event.type === "response-end") this.isComplete = true;
    else if (event.type === "failure") this.open.clear();
  }

  /** Joins the pieces of the last texts, each of which may keep all of a frame and those that came with it. */
  rest(): void {
    if (this.last !== undefined && this.last.pieces.length >= MANY) join(this.last);
  }

  /** Whether no part can be reasoning, or be signed. */
  protected get isPlain(): boolean {
    return !this.hasReasoning && !this.hasWholeParts;
  }

  /** The parts of a complete response, in the order of their starts. */
  parts(): Part[] {
    for (const part of this.open.values()) join(part);
    return this.isComplete ? [...this.open.values()].flatMap(partOf) : [];
  }

  private start({ index, part }: StreamEvent & { type: "part-start" }): void {
    this.hasReasoning ||= part.type === "reasoning" || ("signature" in part && part.signature !== undefined);
    this.hasWholeParts ||= part.type === "whole";
    this.open.set(index, { start: part, texts: [], pieces: [], paragraph: true });
  }

  private append(index: number, text: string): void {
    const part = this.open.get(index);
    if (part === undefined) return;
    this.held += text.length;
    if (this.held > (this.limit ?? (this.hasReasoning ? MOST_HELD : MOST_WITHOUT_REASONING))) {
      this.isTooLong = true;
      this.open.clear();
      this.last = undefined;
      return;
    }
    if (part.paragraph) {
      join(part);
      part.texts = part.texts.concat("");
    }
    part.paragraph = false;
    part.pieces.push(text);
    this.last = part;
  }

  private note({ index, note }: StreamEvent & { type: "part-note" }): void {
    const part = this.open.get(index);
    if (part === undefined) return;
    if (note.paragraph === true) part.paragraph = part.start.type === "reasoning";
    part.signature = note.signature ?? part.signature;
    this.hasReasoning ||= note.signature !== undefined;
    part.id = note.id ?? part.id;
    part.name = note.name ?? part.name;
    if (note.citation !== undefined) part.citations = [...(part.citations ?? []), note.citation];
  }
}

interface Collected {
  readonly start: (StreamEvent & { type: "part-start" })["part"];
  texts: string[];
  /** What follows the last text. */
  pieces: string[];
  /** The next delta begins a new text. */
  paragraph: boolean;
  signature?: Signature | undefined;
  id?: string | undefined;
  name?: string | undefined;
  citations?: readonly Citation[];
}

/** How many pieces are worth joining. */
const MANY = 8;

function join(part: Collected): void {
  if (part.pieces.length > 0) part.texts[part.texts.length - 1] += part.pieces.join("");
  part.pieces = [];
}

function partOf(collected: Collected): Part[] {
  const {
    start,
    texts,
    signature = "signature" in start ? start.signature : undefined,
    id,
    name,
    citations,
  } = collected;
  const signed = signature === undefined ? {} : { signature };
  const text = texts.join("");
  switch (start.type) {
    case "whole":
      return [start.part];
    case "text":
      return [{ type: "text", text, ...(citations === undefined ? {} : { citations }), ...signed }];
    case "refusal":
      return [{ type: "refusal", text }];
    case "reasoning": {
      const { summary, redacted } = start;
      const shown = { ...(summary === undefined ? {} : { summary }), ...(redacted === undefined ? {} : { redacted }) };
      return [{ type: "reasoning", texts, ...shown, ...signed }];
    }
    case "call": {
      const input = start.kind === "custom" ? ({ type: "text", text } as const) : ({ type: "json", text } as const);
      const { kind, namespace, builtIn } = start;
      const group = namespace === undefined ? {} : { namespace };
      const own = builtIn === undefined ? group : { ...group, builtIn };
      return [{ type: "call", kind, id: id ?? start.id, name: name ?? start.name, ...own, input, ...signed }];
    }
  }
}
