// Between the provider's reader and the client's writer. Dialects order their events differently: parts that overlap,
// names that come late, ends that are missing. Writers get one order.

import { extendObject } from "../../mapping/values/extend-object.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { Usage } from "../../model/usage.ts";
import { TRUNCATING_REASONS } from "../response/finish-reason.ts";
import type { ResponseTranslator } from "../response/response-translator.ts";
import {
  isComplete,
  isCut,
  isForWholeText,
  isIncompleteCall,
  mayMeanNoArguments,
  type OpenPart,
  openPart,
  PLACEHOLDER,
  wholeCharacters,
} from "./open-part.ts";
import { PartEmitter } from "./part-emitter.ts";
import { PartQueue } from "./part-queue.ts";

/**
 * Brings the events of a provider's stream into the order that every client understands: one part after the other, calls
 * with their names and ids, one end. Events are held back only as long as this order requires.
 */
export class Sequencer {
  private readonly translator: ResponseTranslator;
  private readonly emit: (event: StreamEvent) => void;
  private readonly emitter: PartEmitter;
  private readonly parts = new Map<number, OpenPart>();
  private readonly queue = new PartQueue();
  private usage: Usage | undefined;
  private started = false;
  /** The response is over. */
  done = false;

  constructor(translator: ResponseTranslator, emit: (event: StreamEvent) => void) {
    this.translator = translator;
    this.emit = emit;
    this.emitter = new PartEmitter(translator, emit);
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
        this.usage = extendObject(this.usage ?? {}, event.usage);
        this.emit(event);
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
    if (event.usage !== undefined) this.usage = extendObject(this.usage ?? {}, event.usage);
    this.emit(event);
  }

  private open(index: number, start: PartStart): void {
    this.begin({ type: "response-start" });
    const part = openPart(start);
    this.parts.set(index, part);
    this.enqueue(part);
  }

  private enqueue(part: OpenPart): void {
    const current = this.queue.first;
    this.queue.add(part);
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
    const whole = wholeCharacters(part, text);
    if (whole !== "") this.addText(index, part, whole);
  }

  private addText(index: number, part: OpenPart, text: string): void {
    if (part.start.type === "call") this.addArguments(part, text);
    else if (part === this.queue.first && part.index !== undefined && !part.isDeferred)
      this.emitter.delta(part.index, text);
    else if (part.isQueued) part.pending += text;
    else this.reopen(index, part, text);
  }

  // Text of a part that ended when another began is a new part for the client.
  private reopen(index: number, part: OpenPart, text: string): void {
    this.open(index, part.start);
    this.delta(index, text);
  }

  private addArguments(part: OpenPart, text: string): void {
    if (part.ended && !part.isQueued) {
      this.failLateArguments(text);
      return;
    }
    if (part.argumentText === PLACEHOLDER && text.trimStart().startsWith("{")) part.argumentText = part.pending = "";
    part.argumentText += text;
    if (this.canStream(part)) {
      this.emitter.delta(part.index, text);
      return;
    }
    part.pending += text;
    if (part === this.queue.first) this.emitter.flush(part);
  }

  /** Whether arguments can be emitted as they come: most can, most of the time. */
  private canStream(part: OpenPart): part is OpenPart & { index: number } {
    if (part !== this.queue.first || part.index === undefined || part.pending !== "") return false;
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
      note.signature === undefined
        ? note
        : { ...note, signature: this.translator.signatures.withProvider(note.signature) };
    if (part === this.queue.first && part.index !== undefined && !isForWholeText(note))
      this.emitter.note(part.index, translated);
    else part.notes.push(translated);
  }

  private close(index: number): void {
    const part = this.parts.get(index);
    // Only the end of the stream tells whether a call was truncated, or is no JSON.
    if (part === undefined || isIncompleteCall(part)) return;
    part.ended = true;
    if (part === this.queue.first) this.advance();
  }

  // Emits the parts that are complete, and begins the next.
  private advance(): void {
    for (let part = this.queue.first; part !== undefined; part = this.queue.first) {
      this.emitter.flush(part);
      if (!part.ended) return;
      this.emitter.end(part);
      this.queue.removeFirst();
    }
  }

  private finish(event: StreamEvent & { type: "response-end" }): void {
    const { finishReason, usage } = event;
    this.begin({ type: "response-start" });
    const parts = this.queue.remaining();
    for (const part of parts) {
      part.isTruncated =
        !part.ended && TRUNCATING_REASONS.has(finishReason.reason) && isCut(part, part === parts.at(-1));
      part.ended = true;
    }
    this.advance();
    this.done = true;
    const failure = this.translator.failure(finishReason, this.emitter.hasEmitted);
    const total = usage === undefined ? this.usage : extendObject(this.usage ?? {}, usage);
    if (failure !== undefined) {
      this.emit({ type: "failure", failure: { ...failure, usage: total } });
      return;
    }
    this.emit(extendObject(event, { finishReason: this.translator.finishReason(finishReason), usage: total }));
  }
}
