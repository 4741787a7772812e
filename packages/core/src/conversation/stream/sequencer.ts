import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { Usage } from "../../model/response.ts";
import { untouchedLength } from "../calls/double-encoded.ts";
import { ReasoningCollector } from "../reasoning/carry.ts";
import { type ResponseTranslator, signatureAsReasoning, TRUNCATING_REASONS } from "../response/response-translator.ts";
import { bindCall, callSignature, checkArguments, remainingArguments, translateCallStart } from "./open-call.ts";
import {
  isCall,
  isComplete,
  isCustom,
  isForWholeText,
  isIncompleteCall,
  mayMeanNoArguments,
  type OpenPart,
  PLACEHOLDER,
} from "./open-part.ts";

/**
 * Brings the events of a provider's stream into the order that every client understands: one part after the other, numbered
 * without gaps, calls with their names and ids, one end. Events are held back only as long as this order requires.
 */
export class Sequencer {
  private readonly translator: ResponseTranslator;
  private readonly emit: (event: StreamEvent) => void;
  private readonly before = new ReasoningCollector();
  private readonly parts = new Map<number, OpenPart>();
  private queue: OpenPart[] = [];
  private usage: Usage | undefined;
  private started = false;
  private next = 0;
  /** The response is over. */
  done = false;

  constructor(translator: ResponseTranslator, emit: (event: StreamEvent) => void) {
    this.translator = translator;
    this.emit =
      translator.profile.reasoningOnCalls !== true
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
      pending: "",
      highSurrogate: "",
      argumentText: "",
      notes: [],
      ended: start.type === "whole",
      isTruncated: false,
      index: undefined,
      isDeferred: false,
      isWrapped: false,
      binding: undefined,
      isRepairable: false,
    };
    this.parts.set(index, part);
    this.enqueue(part);
  }

  private enqueue(part: OpenPart): void {
    const [current] = this.queue;
    this.queue.push(part);
    if (current === undefined || this.endsForNext(current)) this.advance();
  }

  // A text can be reopened later; a call ends only when its arguments are complete.
  private endsForNext(part: OpenPart): boolean {
    if (part.start.type === "call") part.ended ||= part.argumentText !== PLACEHOLDER && isComplete(part.argumentText);
    else part.ended = true;
    return part.ended;
  }

  private delta(index: number, text: string): void {
    if (text === "") return;
    const part = this.parts.get(index);
    if (part === undefined || part.start.type === "whole") return;
    const last = text.charCodeAt(text.length - 1);
    if (part.highSurrogate !== "" || (last >= 0xd800 && last <= 0xdbff)) this.joinSurrogates(index, part, text);
    else this.addText(index, part, text);
  }

  // A high surrogate waits for its low surrogate.
  private joinSurrogates(index: number, part: OpenPart, text: string): void {
    const whole = part.highSurrogate + text;
    const last = whole.charCodeAt(whole.length - 1);
    const end = last >= 0xd800 && last <= 0xdbff ? whole.length - 1 : whole.length;
    part.highSurrogate = whole.slice(end);
    if (end > 0) this.addText(index, part, whole.slice(0, end));
  }

  private addText(index: number, part: OpenPart, text: string): void {
    if (part.start.type === "call") this.addArguments(part, text);
    else if (part === this.queue[0] && part.index !== undefined && !part.isDeferred)
      this.emit({ type: "part-delta", index: part.index, text });
    else if (this.queue.includes(part)) part.pending += text;
    else this.reopen(index, part, text);
  }

  // Text of a part that ended when another began is a new part for the client.
  private reopen(index: number, part: OpenPart, text: string): void {
    this.open(index, part.start);
    this.delta(index, text);
  }

  private addArguments(part: OpenPart, text: string): void {
    if (part.ended && !this.queue.includes(part)) {
      this.failLateArguments(text);
      return;
    }
    if (part.argumentText === PLACEHOLDER && text.trimStart().startsWith("{")) part.argumentText = part.pending = "";
    part.argumentText += text;
    if (this.canStream(part)) {
      this.emit({ type: "part-delta", index: part.index, text });
      return;
    }
    part.pending += text;
    if (part === this.queue[0]) this.flush(part);
  }

  /** Whether arguments can be emitted as they come: most can, most of the time. */
  private canStream(part: OpenPart): part is OpenPart & { index: number } {
    if (part !== this.queue[0] || part.index === undefined || part.pending !== "") return false;
    return !part.isDeferred && !part.isRepairable && !mayMeanNoArguments(part.argumentText);
  }

  // A call that the client has got as complete cannot be taken back.
  private failLateArguments(text: string): void {
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
    const translated =
      note.signature === undefined ? note : { ...note, signature: this.translator.withProvider(note.signature) };
    if (part === this.queue[0] && part.index !== undefined && !isForWholeText(note))
      this.emit({ type: "part-note", index: part.index, note: translated });
    else part.notes.push(translated);
  }

  private close(index: number): void {
    const part = this.parts.get(index);
    // Only the end of the stream tells whether a call was truncated, or is no JSON.
    if (part === undefined || isIncompleteCall(part)) return;
    part.ended = true;
    if (part === this.queue[0]) this.advance();
  }

  // Emits the parts that are complete, and begins the next.
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
    this.announce(part, this.translateStart(part.start));
    this.flushText(part);
    this.flushNotes(part);
  }

  private flushNotes(part: OpenPart): void {
    const { index, ended } = part;
    if (index === undefined) return;
    const ready = part.notes.filter((note) => ended || !isForWholeText(note));
    part.notes = part.notes.filter((note) => !ready.includes(note));
    for (const note of ready) this.emit({ type: "part-note", index, note });
  }

  private translateStart(start: PartStart): PartStart {
    if (start.type === "reasoning") return this.translator.reasoning(start);
    if (start.type !== "whole" || start.part.type !== "reasoning") return start;
    return { type: "whole", part: this.translator.reasoning(start.part) };
  }

  // JSON by a schema that was lowered for the provider is lifted when it is complete.
  private flushText(part: OpenPart): void {
    part.isDeferred = part.start.type === "text" && this.translator.waitsForText;
    if (part.pending === "" || part.index === undefined || (part.isDeferred && !part.ended)) return;
    const text = part.isDeferred ? this.translator.text(part.pending) : part.pending;
    this.emit({ type: "part-delta", index: part.index, text });
    part.pending = "";
  }

  private flushCall(part: OpenPart): void {
    if (part.start.type !== "call" || (part.start.name === "" && !part.ended)) return;
    if (part.index === undefined && !this.canAnnounce(part)) return;
    if (part.index === undefined) this.announceCall(part);
    if (part.isDeferred || part.pending === "" || mayMeanNoArguments(part.argumentText) || part.index === undefined)
      return;
    const length = part.isRepairable ? untouchedLength(part.pending) : part.pending.length;
    if (length > 0) this.emit({ type: "part-delta", index: part.index, text: part.pending.slice(0, length) });
    part.pending = part.pending.slice(length);
  }

  // A name may come in pieces, and the id after it, but both before the arguments.
  private canAnnounce({ argumentText, ended }: OpenPart): boolean {
    return argumentText !== "" || ended;
  }

  private announceCall(part: OpenPart): void {
    if (part.start.type !== "call") return;
    const { name, namespace } = part.start;
    const before = this.before.taken();
    const signature = callSignature(part.start, before, this.translator);
    bindCall(part, this.translator.binding(name, namespace), this.translator);
    const { signedCalls } = this.translator.profile;
    if (signature !== undefined && !signedCalls)
      this.emitWhole({ type: "whole", part: signatureAsReasoning(signature) });
    const start = translateCallStart(part.start, part, this.translator);
    this.announce(part, signature !== undefined && signedCalls ? { ...start, signature } : start);
  }

  private announce(part: OpenPart, start: PartStart): void {
    if (part.index !== undefined) return;
    part.index = this.next++;
    this.emit({ type: "part-start", index: part.index, part: start });
  }

  private emitWhole(start: PartStart): void {
    const index = this.next++;
    this.emit({ type: "part-start", index, part: start });
    this.emit({ type: "part-end", index });
  }

  private end(part: OpenPart): void {
    const { index } = part;
    if (index === undefined) return;
    if (part.start.type === "call") this.endCall(part, index);
    this.emit(part.isTruncated ? { type: "part-end", index, cut: true } : { type: "part-end", index });
  }

  private endCall(part: OpenPart, index: number): void {
    const text = remainingArguments(part, this.translator);
    if (text !== "") this.emit({ type: "part-delta", index, text });
    part.pending = "";
    if (!isCustom(part) && !part.isTruncated) checkArguments(part, this.translator);
  }

  private finish(event: StreamEvent & { type: "response-end" }): void {
    const { finishReason, usage } = event;
    this.begin({ type: "response-start" });
    for (const part of this.queue) {
      part.isTruncated =
        !part.ended && isCall(part) && TRUNCATING_REASONS.has(finishReason.reason) && !isComplete(part.argumentText);
      part.ended = true;
    }
    this.advance();
    this.done = true;
    const failure = this.translator.failure(finishReason, this.next > 0);
    if (failure !== undefined) {
      this.emit({ type: "failure", failure });
      return;
    }
    const total = usage === undefined ? this.usage : { ...this.usage, ...usage };
    const end = { ...event, finishReason: this.translator.finishReason(finishReason) };
    this.emit(total === undefined ? end : { ...end, usage: total });
  }
}
