import {
  inputProblem,
  isNullInput,
  meansNoArguments,
  NO_ARGUMENTS,
  parseInput,
} from "../../mapping/nodes/call-input.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { Usage } from "../../model/response.ts";
import { decodeTextTwice, decodeTwice, mayBeDoubleEncoded, untouchedLength } from "../calls/double-encoded.ts";
import { isCarrier, ReasoningCollector } from "../reasoning/carry.ts";
import { type ResponseTranslator, signatureAsReasoning, TRUNCATING_REASONS } from "../response/response-translator.ts";
import { liftInput, type ToolBinding } from "../tools/tool-binding.ts";

/** A part that a provider has begun. */
interface OpenPart {
  start: PartStart;
  /** What has come and has not been passed on. */
  held: string;
  /** The first half of a character. */
  half: string;
  /** All of a call's arguments so far. */
  text: string;
  notes: PartNote[];
  ended: boolean;
  /** The number that the client knows it by, once it does. */
  index: number | undefined;
  /** The answer ended before its arguments were complete. */
  cut: boolean;
  /** Its arguments go on when they are complete. */
  waits: boolean;
  /** Its free text goes into an argument. */
  wraps: boolean;
  passage: ToolBinding | undefined;
  /** Its arguments may hold JSON that is in JSON once too often. */
  repairs: boolean;
}

/**
 * Brings the events of a provider's stream into the one order that every client understands: one part after the other,
 * numbered without gaps, calls with their names and ids, one end. What cannot be said yet waits; nothing else does.
 */
export class Sequencer {
  private readonly answer: ResponseTranslator;
  private readonly emit: (event: StreamEvent) => void;
  private readonly before = new ReasoningCollector();
  private readonly parts = new Map<number, OpenPart>();
  private queue: OpenPart[] = [];
  private usage: Usage | undefined;
  private started = false;
  private next = 0;
  /** Whether the last word has been said. */
  done = false;

  constructor(answer: ResponseTranslator, emit: (event: StreamEvent) => void) {
    this.answer = answer;
    this.emit =
      answer.profile.reasoningOnCalls !== true
        ? emit
        : (event) => {
            this.before.take(event);
            emit(event);
          };
  }

  /** Takes the provider's next event. */
  take(event: StreamEvent): void {
    if (this.done) return;
    switch (event.type) {
      case "response-start":
        this.begin(event);
        return;
      case "part-start":
        this.open(event.index, event.part);
        return;
      case "part-delta":
        this.delta(event.index, event.text);
        return;
      case "part-note":
        this.note(event.index, event.note);
        return;
      case "part-end":
        this.close(event.index);
        return;
      case "part-progress":
        return;
      case "usage":
        this.usage = { ...this.usage, ...event.usage };
        return;
      case "response-end":
        this.finish(event);
        return;
      case "failure":
        this.done = true;
        this.emit(event);
    }
  }

  private begin(event: StreamEvent & { type: "response-start" }): void {
    if (this.started) return;
    this.started = true;
    if (event.usage !== undefined) this.usage = { ...this.usage, ...event.usage };
    this.emit(event);
  }

  private open(index: number, start: PartStart): void {
    this.begin({ type: "response-start" });
    const part: OpenPart = {
      start,
      held: "",
      half: "",
      text: "",
      notes: [],
      ended: start.type === "whole",
      cut: false,
      index: undefined,
      waits: false,
      wraps: false,
      passage: undefined,
      repairs: false,
    };
    this.parts.set(index, part);
    this.enqueue(part);
  }

  private enqueue(part: OpenPart): void {
    const [current] = this.queue;
    this.queue.push(part);
    if (current === undefined || this.yields(current)) this.advance();
  }

  // Words can be taken up again later; a call can only be left when its arguments are complete.
  private yields(part: OpenPart): boolean {
    if (part.start.type === "call") part.ended ||= part.text !== PLACEHOLDER && isComplete(part.text);
    else part.ended = true;
    return part.ended;
  }

  private delta(index: number, text: string): void {
    if (text === "") return;
    const part = this.parts.get(index);
    if (part === undefined || part.start.type === "whole") return;
    const last = text.charCodeAt(text.length - 1);
    if (part.half !== "" || (last >= 0xd800 && last <= 0xdbff)) this.pair(index, part, text);
    else this.pass(index, part, text);
  }

  // Half a character waits for its other half.
  private pair(index: number, part: OpenPart, text: string): void {
    const whole = part.half + text;
    const last = whole.charCodeAt(whole.length - 1);
    const end = last >= 0xd800 && last <= 0xdbff ? whole.length - 1 : whole.length;
    part.half = whole.slice(end);
    if (end > 0) this.pass(index, part, whole.slice(0, end));
  }

  private pass(index: number, part: OpenPart, text: string): void {
    if (part.start.type === "call") this.argue(part, text);
    else if (part === this.queue[0] && part.index !== undefined && !part.waits)
      this.emit({ type: "part-delta", index: part.index, text });
    else if (this.queue.includes(part)) part.held += text;
    else this.reopen(index, part, text);
  }

  // The words of a part that was left when another began: for the client, a part of its own.
  private reopen(index: number, part: OpenPart, text: string): void {
    this.open(index, part.start);
    this.delta(index, text);
  }

  private argue(part: OpenPart, text: string): void {
    if (part.ended && !this.queue.includes(part)) {
      this.tooLate(text);
      return;
    }
    if (part.text === PLACEHOLDER && text.trimStart().startsWith("{")) part.text = part.held = "";
    part.text += text;
    if (this.flows(part)) {
      this.emit({ type: "part-delta", index: part.index, text });
      return;
    }
    part.held += text;
    if (part === this.queue[0]) this.flush(part);
  }

  /** Whether nothing of the arguments need be held back: so it is for most, most of the time. */
  private flows(part: OpenPart): part is OpenPart & { index: number } {
    if (part !== this.queue[0] || part.index === undefined || part.held !== "") return false;
    return !part.waits && !part.repairs && !mayBeNone(part.text);
  }

  // What the client has taken for a whole call cannot be taken back.
  private tooLate(text: string): void {
    if (text.trim() === "") return;
    const message = "the provider went on with the arguments of a call after they were complete";
    this.take({ type: "failure", failure: { kind: "server", status: 502, code: "malformed_call", message } });
  }

  private note(index: number, note: PartNote): void {
    const part = this.parts.get(index);
    if (part === undefined) return;
    const { start } = part;
    if (start.type === "call") {
      const { id = "", name = start.name, signature = start.signature } = note;
      part.start = { ...start, id: start.id || id, name, ...(signature === undefined ? {} : { signature }) };
      return;
    }
    const owned =
      note.signature === undefined ? note : { ...note, signature: this.answer.withProvider(note.signature) };
    if (part === this.queue[0] && part.index !== undefined && !isForAll(note))
      this.emit({ type: "part-note", index: part.index, note: owned });
    else part.notes.push(owned);
  }

  private close(index: number): void {
    const part = this.parts.get(index);
    // Only the end tells whether a call was left half said, or was never JSON.
    if (part === undefined || isHalf(part)) return;
    part.ended = true;
    if (part === this.queue[0]) this.advance();
  }

  // Lets as many parts through as are complete, and begins the one after them.
  private advance(): void {
    for (let part = this.queue[0]; part !== undefined; part = this.queue[0]) {
      this.flush(part);
      if (!part.ended) return;
      this.end(part);
      this.queue = this.queue.slice(1);
    }
  }

  private flush(part: OpenPart): void {
    if (part.start.type === "call") {
      this.flushCall(part);
      return;
    }
    this.announce(part, this.spoken(part.start));
    this.flushWords(part);
    this.flushNotes(part);
  }

  private flushNotes(part: OpenPart): void {
    const { index, ended } = part;
    if (index === undefined) return;
    const ready = part.notes.filter((note) => ended || !isForAll(note));
    part.notes = part.notes.filter((note) => !ready.includes(note));
    for (const note of ready) this.emit({ type: "part-note", index, note });
  }

  private spoken(start: PartStart): PartStart {
    if (start.type === "reasoning") return this.answer.reasoning(start);
    if (start.type !== "whole" || start.part.type !== "reasoning") return start;
    return { type: "whole", part: this.answer.reasoning(start.part) };
  }

  // Words that are JSON by a schema which the provider was given another form of are passed on when they are complete.
  private flushWords(part: OpenPart): void {
    part.waits = part.start.type === "text" && this.answer.waitsForText;
    if (part.held === "" || part.index === undefined || (part.waits && !part.ended)) return;
    const text = part.waits ? this.answer.text(part.held) : part.held;
    this.emit({ type: "part-delta", index: part.index, text });
    part.held = "";
  }

  private flushCall(part: OpenPart): void {
    if (part.start.type !== "call" || (part.start.name === "" && !part.ended)) return;
    if (part.index === undefined && !this.canAnnounce(part)) return;
    if (part.index === undefined) this.announceCall(part);
    if (part.waits || part.held === "" || mayBeNone(part.text) || part.index === undefined) return;
    const length = part.repairs ? untouchedLength(part.held) : part.held.length;
    if (length > 0) this.emit({ type: "part-delta", index: part.index, text: part.held.slice(0, length) });
    part.held = part.held.slice(length);
  }

  // A name may come in pieces, and an id after it, but neither after the arguments.
  private canAnnounce({ text, ended }: OpenPart): boolean {
    return text !== "" || ended;
  }

  private announceCall(part: OpenPart): void {
    if (part.start.type !== "call") return;
    const { name, namespace, kind } = part.start;
    const before = this.before.taken();
    const { signature: given } = part.start;
    // What it would carry has come before it in the stream.
    const signed = given === undefined || isCarrier(given) ? undefined : this.answer.callSignature(given);
    const signature = signed ?? this.answer.carriedReasoning(before);
    const passage = this.answer.binding(name, namespace);
    part.passage = passage;
    part.wraps = this.answer.wraps(part.start);
    part.repairs = kind !== "custom" && mayBeDoubleEncoded(passage.schema);
    part.waits = part.wraps || (kind !== "custom" && waitsFor(passage, part.text));
    if (signature !== undefined && !this.answer.profile.signedCalls)
      this.whole({ type: "whole", part: signatureAsReasoning(signature) });
    const group = passage.namespace === undefined ? {} : { namespace: passage.namespace };
    const own = this.answer.builtIn(part.start, passage);
    const kept = signature !== undefined && this.answer.profile.signedCalls ? { signature } : {};
    this.announce(part, {
      type: "call",
      kind: part.wraps ? "function" : kind === "custom" ? kind : passage.kind,
      id: this.answer.id(part.start),
      name: passage.name,
      ...group,
      ...own,
      ...kept,
    });
  }

  private announce(part: OpenPart, start: PartStart): void {
    if (part.index !== undefined) return;
    part.index = this.next++;
    this.emit({ type: "part-start", index: part.index, part: start });
  }

  private whole(start: PartStart): void {
    const index = this.next++;
    this.emit({ type: "part-start", index, part: start });
    this.emit({ type: "part-end", index });
  }

  private end(part: OpenPart): void {
    const { index } = part;
    if (index === undefined) return;
    if (part.start.type === "call") this.endCall(part, index);
    this.emit(part.cut ? { type: "part-end", index, cut: true } : { type: "part-end", index });
  }

  private endCall(part: OpenPart, index: number): void {
    const isNone = !isCustom(part) && meansNoArguments(part.text);
    const text = isNone ? NO_ARGUMENTS : part.waits ? this.liftedText(part) : this.heldText(part);
    if (text !== "") this.emit({ type: "part-delta", index, text });
    part.held = "";
    if (!isCustom(part) && !part.cut) this.check(part);
  }

  private check({ text, passage }: OpenPart): void {
    const input = { type: "json", text } as const;
    if (isNullInput(input)) this.answer.reportArguments("null");
    if (inputProblem(input) !== undefined && decodeTwice(input, passage?.schema) === undefined)
      this.answer.reportArguments("invalid");
  }

  // What was passed on before is the same in both.
  private heldText({ held, text, repairs, passage }: OpenPart): string {
    if (!repairs || held === "") return held;
    const repaired = decodeTextTwice(text, passage?.schema);
    if (repaired !== text) this.answer.reportArguments("double-encoded");
    return repaired.slice(text.length - held.length);
  }

  private liftedText({ text, passage, wraps }: OpenPart): string {
    if (wraps) return parseInput(wrapTextInput({ type: "text", text })).text;
    if (passage === undefined) return text;
    const input = { type: "json", text } as const;
    const repaired = decodeTwice(input, passage.schema);
    if (repaired !== undefined) this.answer.reportArguments("double-encoded");
    const lifted = liftInput(repaired ?? input, passage);
    return lifted.type === "value" ? parseInput(lifted).text : lifted.text;
  }

  private finish(event: StreamEvent & { type: "response-end" }): void {
    const { finishReason, usage } = event;
    this.begin({ type: "response-start" });
    for (const part of this.queue) {
      part.cut = !part.ended && isCall(part) && TRUNCATING_REASONS.has(finishReason.reason) && !isComplete(part.text);
      part.ended = true;
    }
    this.advance();
    this.done = true;
    const failure = this.answer.failure(finishReason, this.next > 0);
    if (failure !== undefined) {
      this.emit({ type: "failure", failure });
      return;
    }
    const total = usage === undefined ? this.usage : { ...this.usage, ...usage };
    const end = { ...event, finishReason: this.answer.finishReason(finishReason) };
    this.emit(total === undefined ? end : { ...end, usage: total });
  }
}

/** What some servers send for arguments before the arguments. */
const PLACEHOLDER = "{}";

// What stands for no arguments at all cannot be taken back once it is said.
function mayBeNone(text: string): boolean {
  return text === PLACEHOLDER || (text.length < SHORT && BEGUN_NONE.test(text));
}

const SHORT = 64;
const BEGUN_NONE = /^\s*(?:n|nu|nul|null)?\s*$/;

// What a lens rewrites, and what is JSON once too often, can only be read when it is complete.
function waitsFor({ lens, wrapped }: ToolBinding, text: string): boolean {
  return lens !== undefined || wrapped || text.trimStart().startsWith('"');
}

// A source that does not say for which words, or names none, is one for all of them, which are known at their end.
function isForAll({ citation }: PartNote): boolean {
  if (citation === undefined) return false;
  const { start = 0, end } = citation;
  return end === undefined || end <= start;
}

function isHalf({ start, text }: OpenPart): boolean {
  return start.type === "call" && start.kind === "function" && text.trim() !== "" && !isComplete(text);
}

function isCustom({ start, passage }: OpenPart): boolean {
  return (start.type === "call" && start.kind === "custom") || passage?.kind === "custom";
}

function isCall({ start }: OpenPart): boolean {
  return start.type === "call";
}

function isComplete(text: string): boolean {
  return text.trim() !== "" && parseInput({ type: "json", text }).problem !== "invalid-json";
}
