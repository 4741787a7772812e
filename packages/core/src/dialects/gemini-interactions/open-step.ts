import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isEmptyObject, isObject } from "../../json/value.ts";
import { UNKNOWN_CONTENT } from "../../loss-levels.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { decodeCitation } from "./citations.ts";
import * as partsCodec from "./parts.ts";
import { signatureOf } from "./reasoning.ts";
import { STEP_FIELDS } from "./unknown-fields.ts";

/** Receives the parts of steps. */
export interface StepSink {
  /** Begins a part, and returns its number. */
  open(part: PartStart): number;
  emit(event: StreamEvent): void;
}

/** A step of a stream. */
export interface OpenStep {
  /** Applies a delta; `true` where it was a text and nothing else. */
  delta(delta: JsonObject): boolean;
  /** Applies another text of the last delta's kind. */
  text(text: string): void;
  /** The step has ended; not `complete` where the interaction ended in the midst of it. */
  stop(complete: boolean): void;
}

/** Begins to read a step. */
export function openStep(step: JsonObject, sink: StepSink, report: Report): OpenStep {
  switch (step.type) {
    case "model_output":
      return new SpokenStep(step, sink, report);
    case "thought":
      return new ThoughtStep(step, sink, report);
    case "function_call":
      return new CallStep(step, sink, report);
    default:
      return new OtherStep(step, sink, report);
  }
}

const DIALECT = "gemini-interactions";

/** What the model says: texts and media. */
class SpokenStep implements OpenStep {
  private readonly sink: StepSink;
  private readonly report: Report;
  private readonly otherFields = new UnreadFields(TEXT_DELTA, UNKNOWN_CONTENT);
  /** The number of the open text, all of it, and its citations: their offsets are bytes of the whole text. */
  private part: number | undefined;
  private textSoFar = "";
  private cited: Json[] = [];

  constructor(step: JsonObject, sink: StepSink, report: Report) {
    this.sink = sink;
    this.report = report.at("content");
    new UnreadFields(SPOKEN, STEP_FIELDS).report(step, report);
    for (const block of isArray(step.content) ? step.content : []) if (isObject(block)) this.delta(block);
  }

  delta(delta: JsonObject): boolean {
    if (delta.type === "text_annotation_delta") this.hold(delta.annotations);
    else if (delta.type === "text") return this.readText(delta);
    else this.whole(delta);
    return false;
  }

  text(text: string): void {
    if (text === "") return;
    const index = this.openText();
    this.textSoFar += text;
    this.sink.emit({ type: "part-delta", index, text });
  }

  stop(): void {
    this.cite();
    if (this.part !== undefined) this.sink.emit({ type: "part-end", index: this.part });
    this.part = undefined;
  }

  private readText(delta: JsonObject): boolean {
    this.text(typeof delta.text === "string" ? delta.text : "");
    this.otherFields.report(delta, this.report);
    this.hold(delta.annotations);
    return delta.annotations === undefined;
  }

  private openText(): number {
    if (this.part === undefined) {
      this.textSoFar = "";
      this.part = this.sink.open({ type: "text" });
    }
    return this.part;
  }

  private hold(annotations: Json | undefined): void {
    if (isArray(annotations)) this.cited.push(...annotations);
  }

  private cite(): void {
    for (const annotation of this.cited.splice(0)) {
      const index = this.openText();
      const citation = decodeCitation(annotation, this.textSoFar, this.report.at("annotations"));
      this.sink.emit({ type: "part-note", index, note: { citation } });
    }
  }

  private whole(block: JsonObject): void {
    this.stop();
    this.sink.open({ type: "whole", part: partsCodec.decode(block, this.report) });
  }
}

/** What the model thinks. */
class ThoughtStep implements OpenStep {
  private readonly sink: StepSink;
  private readonly report: Report;
  private part: number | undefined;

  constructor(step: JsonObject, sink: StepSink, report: Report) {
    this.sink = sink;
    this.report = report;
    new UnreadFields(THOUGHT, STEP_FIELDS).report(step, report);
    const summary = isArray(step.summary) ? step.summary : [];
    for (const [index, content] of summary.entries()) {
      if (index > 0) this.sink.emit({ type: "part-note", index: this.openPart(), note: { paragraph: true } });
      this.delta({ type: "thought_summary", content });
    }
    this.sign(step.signature);
  }

  delta(delta: JsonObject): boolean {
    if (delta.type === "thought_signature") this.sign(delta.signature);
    else if (delta.type === "thought_summary") return this.summarize(delta.content);
    else this.report.at(String(delta.type)).lose("part", { feature: String(delta.type) });
    return false;
  }

  text(text: string): void {
    if (text !== "") this.sink.emit({ type: "part-delta", index: this.openPart(), text });
  }

  // Reasoning that shows neither a summary nor a signature is there all the same.
  stop(): void {
    this.sink.emit({ type: "part-end", index: this.openPart() });
  }

  private summarize(content: Json | undefined): boolean {
    const block = isObject(content ?? null) ? (content as JsonObject) : {};
    if (typeof block.text === "string") this.text(block.text);
    else this.report.at("summary").lose("part", { feature: String(block.type) });
    return typeof block.text === "string";
  }

  private sign(value: Json | undefined): void {
    const { signature, redacted } = signatureOf(value);
    if (signature !== undefined && redacted === true)
      this.part ??= this.sink.open({ type: "reasoning", redacted, signature });
    else if (signature !== undefined)
      this.sink.emit({ type: "part-note", index: this.openPart(), note: { signature } });
  }

  private openPart(): number {
    this.part ??= this.sink.open({ type: "reasoning", summary: true });
    return this.part;
  }
}

/** A call of a function; its arguments come as text. */
class CallStep implements OpenStep {
  private readonly sink: StepSink;
  private readonly part: number;
  /** The arguments of a server that sends them with the call. */
  private readonly whole: Json | undefined;
  private hasDeltas = false;

  constructor(step: JsonObject, sink: StepSink, report: Report) {
    this.sink = sink;
    this.whole = step.arguments;
    new UnreadFields(CALL, STEP_FIELDS).report(step, report);
    const { id, name } = step;
    this.part = sink.open({ type: "call", kind: "function", id: textIn(id), name: textIn(name) });
  }

  delta({ arguments: sent }: JsonObject): boolean {
    if (typeof sent === "string") this.text(sent);
    else this.text(sent === undefined ? "" : stringifyJson(sent));
    return typeof sent === "string";
  }

  text(text: string): void {
    if (text === "") return;
    this.hasDeltas = true;
    this.sink.emit({ type: "part-delta", index: this.part, text });
  }

  // The arguments of a call that was cut short end with the response.
  stop(complete: boolean): void {
    const { whole } = this;
    if (!this.hasDeltas && whole !== undefined && !isEmptyObject(whole)) this.delta({ arguments: whole });
    if (complete) this.sink.emit({ type: "part-end", index: this.part });
  }
}

/** A call or a result of one of Google's own tools: complete when it ends. */
class OtherStep implements OpenStep {
  private readonly sink: StepSink;
  private readonly report: Report;
  private wire: JsonObject;

  constructor(step: JsonObject, sink: StepSink, report: Report) {
    this.sink = sink;
    this.report = report;
    this.wire = step;
  }

  delta({ type: _, ...fields }: JsonObject): boolean {
    this.wire = { ...this.wire, ...fields };
    return false;
  }

  text(): void {}

  stop(): void {
    const part = readOpaque(DIALECT, this.wire, String(this.wire.type), this.report);
    this.sink.open({ type: "whole", part });
  }
}

/** The fields of steps and of a text that are read. */
const SPOKEN: ReadonlySet<string> = new Set(["type", "content", "error"]);
const THOUGHT: ReadonlySet<string> = new Set(["type", "summary", "signature"]);
const CALL: ReadonlySet<string> = new Set(["type", "id", "name", "arguments"]);
const TEXT_DELTA: ReadonlySet<string> = new Set(["type", "text", "annotations"]);

function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
