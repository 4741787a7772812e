// Emits the parts that the sequencer has put in order.

import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import { untouchedLength } from "../calls/double-encoded.ts";
import { ReasoningCollector } from "../reasoning/reasoning-collector.ts";
import { signatureAsReasoning } from "../response/response-signatures.ts";
import type { ResponseTranslator } from "../response/response-translator.ts";
import { bindCall, callSignature, checkArguments, remainingArguments, translateCallStart } from "./open-call.ts";
import { isCustom, isForWholeText, mayMeanNoArguments, type OpenPart } from "./open-part.ts";

/** Emits one part of a response after the other, translated for the client and numbered without gaps. */
export class PartEmitter {
  private readonly translator: ResponseTranslator;
  private readonly emit: (event: StreamEvent) => void;
  /** The reasoning before the next call, for clients to whom the call carries it. */
  private readonly before: ReasoningCollector | undefined;
  private next = 0;

  constructor(translator: ResponseTranslator, emit: (event: StreamEvent) => void) {
    this.translator = translator;
    const before = translator.profile.reasoningOnCalls === true ? new ReasoningCollector() : undefined;
    this.before = before;
    this.emit =
      before === undefined
        ? emit
        : (event) => {
            before.take(event);
            emit(event);
          };
  }

  /** Whether any part was emitted. */
  get hasEmitted(): boolean {
    return this.next > 0;
  }

  delta(index: number, text: string): void {
    this.emit({ type: "part-delta", index, text });
  }

  note(index: number, note: PartNote): void {
    this.emit({ type: "part-note", index, note });
  }

  /** Emits what is known of a part, and can be emitted before the rest of it. */
  flush(part: OpenPart): void {
    if (part.start.type === "call") {
      this.flushCall(part);
      return;
    }
    this.announce(part, this.translateStart(part.start));
    this.flushText(part);
    this.flushNotes(part);
  }

  /** Emits the end of a part, and what was held back until then. A call that never got a name was not begun. */
  end(part: OpenPart): void {
    const { index } = part;
    if (index === undefined) {
      this.translator.lacksName = true;
      return;
    }
    if (part.start.type === "call") this.endCall(part, index);
    this.emit(part.isTruncated ? { type: "part-end", index, cut: true } : { type: "part-end", index });
  }

  private flushNotes(part: OpenPart): void {
    const { index, ended } = part;
    if (index === undefined) return;
    const ready = part.notes.filter((note) => ended || !isForWholeText(note));
    part.notes = part.notes.filter((note) => !ready.includes(note));
    for (const note of ready) this.note(index, note);
  }

  private translateStart(start: PartStart): PartStart {
    if (start.type === "reasoning") return this.translator.signatures.reasoning(start);
    if (start.type !== "whole" || start.part.type !== "reasoning") return start;
    return { type: "whole", part: this.translator.signatures.reasoning(start.part) };
  }

  // JSON by a schema that was lowered for the provider is lifted when it is complete.
  private flushText(part: OpenPart): void {
    part.isDeferred = part.start.type === "text" && this.translator.waitsForText;
    if (part.pending === "" || part.index === undefined || (part.isDeferred && !part.ended)) return;
    const text = part.isDeferred ? this.translator.text(part.pending) : part.pending;
    this.delta(part.index, text);
    part.pending = "";
  }

  private flushCall(part: OpenPart): void {
    if (part.start.type !== "call" || part.start.name === "") return;
    if (part.index === undefined && !canAnnounce(part)) return;
    if (part.index === undefined) this.announceCall(part);
    if (part.isDeferred || part.pending === "" || mayMeanNoArguments(part.argumentText) || part.index === undefined)
      return;
    const length = part.isRepairable ? untouchedLength(part.pending) : part.pending.length;
    if (length > 0) this.delta(part.index, part.pending.slice(0, length));
    part.pending = part.pending.slice(length);
  }

  private announceCall(part: OpenPart): void {
    if (part.start.type !== "call") return;
    const { name, namespace } = part.start;
    const before = this.before?.taken() ?? [];
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

  private endCall(part: OpenPart, index: number): void {
    const text = remainingArguments(part, this.translator);
    if (text !== "") this.delta(index, text);
    part.pending = "";
    if (!isCustom(part) && !part.isTruncated) checkArguments(part, this.translator);
  }
}

// A name may come in pieces, and the id after it, but both before the arguments.
function canAnnounce({ argumentText, ended }: OpenPart): boolean {
  return argumentText !== "" || ended;
}
