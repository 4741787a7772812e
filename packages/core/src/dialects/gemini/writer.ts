import { escaped } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { loseField, loseForeignExtras } from "../../mapping/node.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import type { TieredNode } from "../../mapping/nodes/used-tier.ts";
import type { ResponseContext, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import * as calls from "./calls.ts";
import { contentOf, EMPTY_TEXT } from "./content.ts";
import * as errors from "./errors.ts";
import { rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { Grounding } from "./grounding.ts";
import { encodeSignature } from "./signatures.ts";
import { encodeUsage, usedTierFor } from "./usage.ts";

/** Writes the chunks of a stream. */
export class GeminiStreamWriter implements StreamWriter {
  private readonly report: Report;
  private readonly context: ResponseContext;
  /** The end of every chunk, after its candidate. */
  private tail = "";
  /** The frame of a delta of the open part, before and after its text. */
  private frame: readonly [before: string, after: string] | undefined;
  private call: (PartStart & { type: "call" }) | undefined;
  /** The arguments of the open call, which is written whole. */
  private input = "";
  /** The open text, and the length of all texts before it. */
  private text = "";
  private before = "";
  private readonly grounding: Grounding;
  private signature: Signature | undefined;
  private isReasoning = false;
  /** What began the response, with its tier if that was known. */
  private head: TieredNode = {};

  constructor(report: Report, context: ResponseContext) {
    this.report = report;
    this.context = context;
    this.grounding = new Grounding(report);
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        loseForeignExtras("gemini", event, this.report);
        return this.start(event);
      case "part-start":
        return this.open(event.part);
      case "part-delta":
        return this.delta(event.text);
      case "part-note":
        return this.note(event.note);
      case "part-end":
        return this.close(event.cut === true);
      case "response-end":
        loseForeignExtras("gemini", event, this.report);
        return this.end(event);
      case "failure":
        return `data: ${stringifyJson(errors.encode(event.failure).value)}\n\n`;
      default:
        return "";
    }
  }

  // Nothing is written before there is content: Google's SDK drops a turn with an empty content from its history.
  private start(event: StreamEvent & { type: "response-start" }): string {
    const { id, model } = event;
    reportResponseHead(event, { id, time: false }, this.report);
    this.head = event;
    const head = { modelVersion: model ?? this.context.model ?? "", responseId: id ?? this.context.id };
    this.tail = JSON.stringify(head).slice(1);
    return "";
  }

  private open(part: PartStart): string {
    this.isReasoning = part.type === "reasoning" || (part.type === "whole" && part.part.type === "reasoning");
    switch (part.type) {
      case "text":
      case "refusal":
        if (part.type === "refusal") this.report.change("refusal-text");
        this.frame = this.around('{"text":"', '"}');
        this.before += this.text;
        this.text = "";
        return "";
      case "reasoning":
        this.frame = this.around('{"text":"', '","thought":true}');
        this.signature = part.signature;
        return "";
      case "call":
        this.call = part;
        this.input = "";
        return "";
      case "whole":
        return this.whole(part);
    }
  }

  private delta(text: string): string {
    if (this.call !== undefined) this.input += text;
    else if (!this.isReasoning) this.text += text;
    return this.frame === undefined ? "" : this.frame[0] + escaped(text) + this.frame[1];
  }

  private whole({ part }: PartStart & { type: "whole" }): string {
    if (part.type === "reasoning") {
      this.frame = this.around('{"text":"', '","thought":true}');
      this.signature = part.signature;
      return part.texts.map((text) => this.delta(text)).join("");
    }
    return contentOf([part], { resultMedia: true }, this.report)
      .map((wire) => this.chunk(wire))
      .join("");
  }

  private note({ signature, citation, paragraph }: PartNote): string {
    if (signature !== undefined) this.signature = signature;
    if (citation !== undefined) this.grounding.add(citation, { text: this.text, before: this.before });
    return paragraph === true ? this.delta("\n\n") : "";
  }

  private close(cut: boolean): string {
    const { call, signature, isReasoning: isThought } = this;
    this.frame = undefined;
    this.call = undefined;
    this.signature = undefined;
    if (call !== undefined) return this.callChunk(call, cut);
    const thoughtSignature = encodeSignature(signature);
    if (thoughtSignature === undefined) return "";
    return this.chunk({ text: "", ...(isThought ? { thought: isThought } : {}), thoughtSignature });
  }

  private callChunk(call: PartStart & { type: "call" }, cut: boolean): string {
    if (cut) {
      this.report.lose("truncated-call", { feature: call.name, action: "truncated" });
      return "";
    }
    return this.chunk(calls.encode({ ...call, input: { type: "json", text: this.input } }, this.report));
  }

  // The last chunk needs a part as much as any other.
  private end(event: StreamEvent & { type: "response-end" }): string {
    const { finishReason, origin } = event;
    reportFinishReason({ parts: [], finishReason, origin }, UNSUPPORTED, this.report);
    const message = finishReason.message === undefined ? {} : { finishMessage: finishReason.message };
    const { wire } = this.grounding;
    const grounding = wire === undefined ? {} : { groundingMetadata: wire };
    const finish = { finishReason: rawReason(finishReason), ...message, index: 0, ...grounding };
    const content = { parts: [EMPTY_TEXT], role: "model" };
    return `data: {"candidates":[${stringifyJson({ content, ...finish })}],${this.counts(event)}${this.tail}\n\n`;
  }

  // Without counts there is no place for the tier.
  private counts({ usage, usedTier, origin }: StreamEvent & { type: "response-end" }): string {
    const served = usedTier === undefined ? this.head : { usedTier, origin };
    if (usage !== undefined)
      return `"usageMetadata":${stringifyJson(encodeUsage(usage, this.report, usedTierFor(served, this.report)))},`;
    if (served.usedTier !== undefined) loseField(served, "usedTier", this.report);
    return "";
  }

  private chunk(part: JsonObject): string {
    const [before, after] = this.around("", "");
    return before + stringifyJson(part) + after;
  }

  private around(before: string, after: string): readonly [string, string] {
    return [
      `data: {"candidates":[{"content":{"parts":[${before}`,
      `${after}],"role":"model"},"index":0}],${this.tail}\n\n`,
    ];
  }
}
