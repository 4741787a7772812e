import { isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { parseFrame } from "../../mapping/frame.ts";
import { NO_STATUS } from "../../mapping/nodes/failure.ts";
import { readSignature } from "../../mapping/nodes/signature.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import { decodeCitation } from "./citations.ts";
import * as errors from "./errors.ts";
import { finishReasonOf } from "./finish-reasons.ts";
import * as parts from "./parts.ts";
import { SIGNATURE_VENDOR } from "./signatures.ts";
import { decodeUsage } from "./usage.ts";
import { WholeBlock } from "./whole-block.ts";

/** Reads the events of a stream; each frame is an object whose only key is the type of its event. */
export class BedrockStreamReader implements StreamReader {
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private readonly unread = new UnreadFields(READ, UNKNOWN_METADATA);
  private stop: JsonObject | undefined;
  /** The `metadata` that came before the end of the response. */
  private early: JsonObject | undefined;
  private last: Json = null;
  /** The open parts: texts and reasoning begin with their first delta. */
  private readonly begun = new Set<number>();
  /** Blocks that are read when they are complete: tools that run at AWS, images, redacted reasoning. */
  private readonly whole = new Map<number, WholeBlock>();

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
  }

  read(data: string): void {
    const frame = parseFrame(data, this.report);
    this.last = frame;
    const [entry] = isObject(frame) ? Object.entries(frame) : [];
    const [name, value] = entry ?? ["", null];
    const event = isObject(value) ? value : {};
    switch (name) {
      case "messageStart":
        this.emit({ type: "response-start", origin: { dialect: DIALECT, place: this.report.place, fields: {} } });
        return;
      case "contentBlockStart":
        this.begin(indexOf(event), isObject(event.start) ? event.start : {});
        return;
      case "contentBlockDelta":
        this.delta(indexOf(event), isObject(event.delta) ? event.delta : {});
        return;
      case "contentBlockStop":
        this.close(indexOf(event));
        return;
      case "messageStop":
        this.unread.report(withoutSequence(event), this.report);
        this.stop = event;
        if (this.early !== undefined) this.finish(this.early);
        return;
      case "metadata":
        this.unread.report(event, this.report);
        // Without `messageStop`, the response has not ended.
        if (this.stop === undefined) this.early = event;
        else this.finish(event);
        return;
      default:
        this.fail(name, event);
    }
  }

  // A server that leaves out `metadata` has finished with `messageStop`.
  end(): void {
    if (this.stop !== undefined) this.finish({});
  }

  get isEnding(): boolean {
    return this.stop !== undefined;
  }

  get usage(): Usage | undefined {
    return this.early && this.usageIn(this.early);
  }

  deltaTemplate(): DeltaTemplate | undefined {
    const { last } = this;
    const event = isObject(last) ? last.contentBlockDelta : undefined;
    if (!isObject(event) || !isObject(event.delta)) return undefined;
    const index = indexOf(event);
    const pointer = this.begun.has(index) ? textPointerIn(event.delta) : undefined;
    return pointer === undefined
      ? undefined
      : {
          text: `/contentBlockDelta/delta${pointer}`,
          ignored: PADDING,
          apply: (text) => this.emitText(index, text),
        };
  }

  private finish(metadata: JsonObject): void {
    const { serviceTier } = metadata;
    const usage = this.usageIn(metadata);
    const { stopReason, additionalModelResponseFields: more } = this.stop ?? {};
    const ending = finishReasonOf(stopReason, isObject(more) ? more.stop_sequence : undefined);
    this.stop = undefined;
    const usedTier = isObject(serviceTier) && typeof serviceTier.type === "string" ? serviceTier.type : undefined;
    const origin = { dialect: DIALECT, place: this.report.place, fields: ENDING };
    this.emit({ type: "response-end", finishReason: ending, usage, usedTier, origin });
  }

  private usageIn({ usage }: JsonObject): Usage | undefined {
    return isObject(usage) ? decodeUsage(usage, this.report.at("usage")) : undefined;
  }

  // Exceptions may come at any time; events that are not known yet say nothing that could be translated.
  private fail(name: string, event: JsonObject): void {
    if (name === "error") this.emitFailure(String(event.code ?? ""), event);
    else if (name.endsWith("Exception")) this.emitFailure(name.charAt(0).toUpperCase() + name.slice(1), event);
    else if (name !== "") this.unread.report({ [name]: event }, this.report);
  }

  private emitFailure(type: string, event: JsonObject): void {
    const { code: _, ...body } = event;
    this.emit({ type: "failure", failure: errors.decode({ ...body, __type: type }, NO_STATUS) });
  }

  private begin(index: number, start: JsonObject): void {
    const { toolUse } = start;
    if (!isObject(toolUse) || toolUse.type !== undefined) {
      if (Object.keys(start).length > 0) this.whole.set(index, new WholeBlock(start));
      return;
    }
    const { toolUseId, name } = toolUse;
    this.open(index, { type: "call", kind: "function", id: String(toolUseId ?? ""), name: String(name ?? "") });
  }

  private open(index: number, part: PartStart): void {
    if (this.begun.has(index)) return;
    this.begun.add(index);
    this.emit({ type: "part-start", index, part });
  }

  private delta(index: number, delta: JsonObject): void {
    const { text, toolUse, reasoningContent, citation } = delta;
    if (this.whole.has(index)) this.collect(index, delta);
    else if (typeof text === "string") this.text(index, { type: "text" }, text);
    else if (isObject(toolUse)) this.input(index, toolUse);
    else if (isObject(reasoningContent)) this.reasoning(index, reasoningContent);
    else if (citation !== undefined) this.cite(index, citation);
    else this.collect(index, delta);
  }

  private text(index: number, part: PartStart, text: string): void {
    this.open(index, part);
    this.emitText(index, text);
  }

  private input(index: number, { input }: JsonObject): void {
    if (typeof input === "string") this.emitText(index, input);
  }

  private reasoning(index: number, { text, signature, redactedContent }: JsonObject): void {
    if (typeof redactedContent === "string") {
      this.whole.set(index, new WholeBlock({ reasoningContent: { redactedContent } }));
      this.emit({ type: "part-progress", index });
    } else if (typeof signature === "string") {
      this.open(index, { type: "reasoning" });
      this.emit({ type: "part-note", index, note: { signature: readSignature(signature, SIGNATURE_VENDOR) } });
    } else if (typeof text === "string") this.text(index, { type: "reasoning" }, text);
  }

  private cite(index: number, wire: Json): void {
    this.open(index, { type: "text" });
    this.emit({
      type: "part-note",
      index,
      note: { citation: decodeCitation(wire, this.report.at("citation")) },
    });
  }

  private collect(index: number, delta: JsonObject): void {
    const block = this.whole.get(index) ?? new WholeBlock({});
    block.add(delta);
    this.whole.set(index, block);
    this.emit({ type: "part-progress", index });
  }

  private close(index: number): void {
    const block = this.whole.get(index);
    if (block !== undefined) {
      this.whole.delete(index);
      const part = parts.decode(block.value, this.report.at("content").at(index));
      this.emit({ type: "part-start", index, part: { type: "whole", part } });
    } else if (!this.begun.has(index)) this.open(index, { type: "text" });
    this.begun.delete(index);
    this.emit({ type: "part-end", index });
  }

  private emitText(index: number, text: string): void {
    if (text !== "") this.emit({ type: "part-delta", index, text });
  }
}

const DIALECT = "bedrock";

/** Fields of `messageStop` and `metadata` that are read, or that mean nothing to other dialects. */
const READ: ReadonlySet<string> = new Set(["stopReason", "usage", "metrics", "serviceTier", "p"]);

/** What differs in the events of a text besides the text. */
const PADDING: readonly string[] = ["/contentBlockDelta/p"];

const ENDING: Readonly<Record<string, string>> = {
  sequence: "/additionalModelResponseFields/stop_sequence",
  finishReason: "/stopReason",
  usedTier: "/serviceTier/type",
};

function withoutSequence({ additionalModelResponseFields: more, ...event }: JsonObject): JsonObject {
  if (!isObject(more)) return event;
  const { stop_sequence: _, ...rest } = more;
  return { ...event, additionalModelResponseFields: rest };
}

function indexOf({ contentBlockIndex }: JsonObject): number {
  return typeof contentBlockIndex === "number" ? contentBlockIndex : 0;
}

function textPointerIn({ text, toolUse, reasoningContent }: JsonObject): string | undefined {
  if (typeof text === "string") return "/text";
  if (isObject(toolUse) && typeof toolUse.input === "string") return "/toolUse/input";
  return isObject(reasoningContent) && typeof reasoningContent.text === "string" ? "/reasoningContent/text" : undefined;
}
