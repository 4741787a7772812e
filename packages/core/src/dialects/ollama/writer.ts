import { escaped } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { levelOf } from "../../loss-levels.ts";
import { loseNode } from "../../mapping/node.ts";
import { inputAsObject } from "../../mapping/nodes/call-input.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { StreamOrder } from "../../mapping/nodes/part-order.ts";
import { reportResponseHead, reportStreamExtras } from "../../mapping/nodes/response-losses.ts";
import { formatTimestamp } from "../../mapping/values/timestamp.ts";
import type { MediaPart } from "../../model/content.ts";
import type { ResponseContext, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import * as errors from "./errors.ts";
import { rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import * as parts from "./parts.ts";
import { encodeUsage } from "./usage.ts";

/** Writes the lines of a stream. */
export class OllamaStreamWriter implements StreamWriter {
  private readonly report: Report;
  private readonly context: ResponseContext;
  /** The beginning of every line, up to the content of its message. */
  private head = "";
  /** What comes before the text of a delta. */
  private frame: string | undefined;
  /** The open call, which is written when it is complete. */
  private call: (PartStart & { type: "call" }) | undefined;
  private input = "";
  private calls = 0;
  private readonly order: StreamOrder;
  /** The signature of the open part, and whether it has any text. */
  private signature: Signature | undefined;
  private hasText = false;
  private thinks = false;

  constructor(report: Report, context: ResponseContext) {
    this.report = report;
    this.order = new StreamOrder(report, false);
    this.context = context;
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        reportStreamExtras("ollama", event, this.report);
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
        reportStreamExtras("ollama", event, this.report);
        return this.end(event);
      case "failure":
        return `${stringifyJson(errors.encode(event.failure).value)}\n`;
      default:
        return "";
    }
  }

  private start(event: StreamEvent & { type: "response-start" }): string {
    const { model, created } = event;
    reportResponseHead(event, { time: true }, this.report);
    const { context } = this;
    const head = { model: model ?? context.model ?? "", created_at: formatTimestamp(created ?? context.created) };
    this.head = `${JSON.stringify(head).slice(0, -1)},"message":{"role":"assistant","content":`;
    return "";
  }

  private open(part: PartStart): string {
    this.order.open(part.type === "whole" ? part.part.type : part.type);
    switch (part.type) {
      case "text":
      case "refusal":
        if (part.type === "refusal") this.report.change("refusal-text");
        this.frame = this.head;
        return "";
      case "reasoning":
        return this.think(part.signature);
      case "call":
        if (part.namespace !== undefined) this.report.at("namespace").loseField(levelOf("namespace"));
        this.call = part;
        this.signature = part.signature;
        return "";
      case "whole":
        return this.whole(part);
    }
  }

  private delta(text: string): string {
    if (this.call !== undefined) this.input += text;
    else this.hasText = true;
    return this.frame === undefined ? "" : `${this.frame}"${escaped(text)}"},"done":false}\n`;
  }

  // Reasoning and images may come whole; other parts that do have no field here.
  private whole({ part }: PartStart & { type: "whole" }): string {
    if (part.type === "media") return this.media(part);
    if (part.type !== "reasoning") {
      loseNode(part, part.type === "opaque" ? part.feature : part.type, this.report);
      return "";
    }
    this.think(part.signature);
    return part.texts.map((text) => this.delta(text)).join("");
  }

  // Only bytes are shown: a text tells of other media.
  private media(part: MediaPart): string {
    const { content = "", images } = parts.encode(part, this.report) ?? {};
    const shown = images === undefined ? "" : `,"images":${stringifyJson(images)}`;
    return `${this.head}${stringifyJson(content)}${shown}},"done":false}\n`;
  }

  private note({ signature, citation, paragraph }: PartNote): string {
    if (citation !== undefined) this.report.at("citations").loseField(levelOf("citations"), { feature: "citations" });
    this.signature = signature ?? this.signature;
    return paragraph === true ? this.delta("\n\n") : "";
  }

  private think(signature: Signature | undefined): "" {
    this.signature = signature;
    this.thinks = true;
    this.frame = `${this.head}"","thinking":`;
    return "";
  }

  // A signature without a value only names the vendor: nothing is lost.
  private dropSignature(): void {
    const { signature, hasText: hadText, thinks } = this;
    this.signature = undefined;
    this.hasText = false;
    this.thinks = false;
    if (thinks && hadText) this.report.at("thinking").change("plain-reasoning");
    if (signature === undefined || signature.value === null) return;
    const weakened = hadText ? { action: "weakened" as const } : {};
    this.report.at("signature").lose("foreign-signature", { feature: "signature", ...weakened });
  }

  private close(cut: boolean): string {
    const { call, input } = this;
    this.frame = undefined;
    this.call = undefined;
    this.input = "";
    this.dropSignature();
    if (call === undefined) return "";
    // Clients expect whole arguments: an incomplete call is not written.
    if (cut) this.report.at("tool_calls").lose("truncated-call", { feature: call.name, action: "truncated" });
    return cut ? "" : this.callLine(call, input);
  }

  private callLine({ id, name, kind }: PartStart & { type: "call" }, text: string): string {
    const input = inputAsObject({ type: kind === "custom" ? "text" : "json", text }, (feature) => {
      this.report.at("tool_calls").lose("duplicate-key", { feature });
    });
    const call = { id, function: { index: this.calls++, name, arguments: input } };
    return `${this.head}"","tool_calls":[${stringifyJson(call)}]},"done":false}\n`;
  }

  private end({ finishReason, usage, origin }: StreamEvent & { type: "response-end" }): string {
    const counts = usage === undefined ? {} : encodeUsage(usage, this.report);
    reportFinishReason({ parts: [], finishReason, origin }, UNSUPPORTED, this.report);
    const last: JsonObject = { done: true, done_reason: rawReason(finishReason), ...counts };
    return `${this.head}""},${stringifyJson(last).slice(1)}\n`;
  }
}
