import { escaped } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray } from "../../json/value.ts";
import { levelOf } from "../../loss-levels.ts";
import { loseForeignExtras, loseNode } from "../../mapping/node.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { StreamOrder } from "../../mapping/nodes/part-order.ts";
import type { Citation } from "../../model/content.ts";
import type { ResponseContext, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Signature } from "../../model/signature.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import { encodeCitation } from "./citations.ts";
import type { ChatFacts } from "./facts.ts";
import { rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { extraContentFor } from "./quirks/google.ts";
import { signatureDetail } from "./reasoning.ts";
import type { ChatStreamSpec } from "./spec.ts";
import { usedTierFor } from "./tiers.ts";
import { encodeUsage } from "./usage.ts";

/** Writes the chunks of a stream of the family. */
export class ChatStreamWriter implements StreamWriter {
  private readonly facts: ChatFacts & ChatStreamSpec;
  private readonly report: Report;
  private readonly context: ResponseContext;
  private readonly order: StreamOrder;
  private head = "";
  /** The frame of a delta of the open part, before and after its text. */
  private frame: readonly [before: string, after: string] | undefined;
  /** The text of the open reasoning so far, and its last signature. */
  private reasoning: { said: string; writeSignature: Signature | undefined } | undefined;
  /** Where the open text begins and ends in the content: texts are joined. */
  private span = { from: 0, to: 0 };
  private isText = false;
  private calls = 0;
  private signatures = 0;

  constructor(facts: ChatFacts & ChatStreamSpec, report: Report, context: ResponseContext) {
    this.facts = facts;
    this.report = report;
    this.order = new StreamOrder(report, facts.reasoningDetails === undefined);
    this.context = context;
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        loseForeignExtras(this.facts.dialect, event, this.report);
        return this.start(event);
      case "part-start":
        return this.open(event.part);
      case "part-delta":
        return this.writeText(event.text);
      case "part-note":
        return this.note(event.note);
      case "part-end":
        return this.close();
      case "response-end":
        loseForeignExtras(this.facts.dialect, event, this.report);
        reportFinishReason(
          { parts: [], finishReason: event.finishReason, origin: event.origin },
          UNSUPPORTED,
          this.report,
        );
        this.setTier(event);
        return this.end(rawReason(event.finishReason), event.usage);
      case "failure":
        return this.fail(event.failure);
      default:
        return "";
    }
  }

  private start(event: StreamEvent & { type: "response-start" }): string {
    const { context } = this;
    const { id, model, created } = event;
    const head = {
      id: id ?? `chatcmpl-${context.id}`,
      object: "chat.completion.chunk",
      created: created ?? context.created,
      model: model ?? context.model ?? "",
    };
    this.head = JSON.stringify(head).slice(0, -1);
    this.setTier(event);
    return this.chunk('{"role":"assistant","content":""}');
  }

  // Responses streams name the service tier at their end, Anthropic's at their start.
  private setTier(event: Provenance & { usedTier?: string | undefined }): void {
    const tier = usedTierFor(event, this.facts.dialect, this.report);
    if (tier !== undefined) this.head += `,"service_tier":${JSON.stringify(tier)}`;
  }

  private open(part: PartStart): string {
    this.order.open(part.type === "whole" ? part.part.type : part.type);
    this.isText = part.type === "text";
    switch (part.type) {
      case "text":
        this.span.from = this.span.to;
        this.frame = this.frameOf('{"content":"', '"}');
        return "";
      case "refusal":
        this.frame = this.frameOf('{"refusal":"', '"}');
        return "";
      case "reasoning":
        return this.openReasoning(part.signature);
      case "call":
        return this.openCall(part);
      case "whole":
        return this.writeWhole(part);
    }
  }

  private openReasoning(signature: Signature | undefined, said = ""): "" {
    this.reasoning = { said, writeSignature: signature };
    this.frame = this.frameOf(`{"${this.facts.reasoning[0].slice(1)}":"`, '"}');
    return "";
  }

  private openCall({ kind, id, name, namespace, signature }: PartStart & { type: "call" }): string {
    if (namespace !== undefined) this.report.at("namespace").loseField(levelOf("namespace"));
    const index = this.calls++;
    const [body, field] = kind === "custom" && this.facts.customTools ? ["custom", "input"] : ["function", "arguments"];
    this.frame = this.frameOf(`{"tool_calls":[{"index":${index},"${body}":{"${field}":"`, '"}}]}');
    const beside = signature !== undefined && this.facts.reasoningDetails === undefined;
    const extra = beside ? { extra_content: extraContentFor(signature, this.facts.dialect) } : {};
    const call = { index, id, type: body, [body as string]: { name, [field as string]: "" }, ...extra };
    const before = signature === undefined || beside ? "" : this.signature(signature, id);
    return before + this.chunk(stringifyJson({ tool_calls: [call] }));
  }

  // Reasoning may come whole, with text and a signature; other parts that do have no field here.
  private writeWhole({ part }: PartStart & { type: "whole" }): string {
    if (part.type === "reasoning")
      return (
        this.openReasoning(part.signature, part.texts.join("")) +
        part.texts.map((text) => this.writeDelta(text)).join("")
      );
    loseNode(part, part.type === "opaque" ? part.feature : part.type, this.report);
    return "";
  }

  private writeText(text: string): string {
    if (this.reasoning !== undefined) this.reasoning.said += text;
    if (this.isText) this.span.to += text.length;
    return this.writeDelta(text);
  }

  private writeDelta(text: string): string {
    return this.frame === undefined ? "" : this.frame[0] + escaped(text) + this.frame[1];
  }

  private note({ signature, citation, paragraph }: PartNote): string {
    if (paragraph === true) return this.writeText("\n\n");
    if (citation !== undefined) return this.cite(citation);
    if (signature !== undefined) this.setSignature(signature);
    return "";
  }

  // Only reasoning has a field for it, which is written when the reasoning ends.
  private setSignature(signature: Signature): void {
    if (this.reasoning === undefined) this.loseSignature();
    else this.reasoning.writeSignature = signature;
  }

  private cite(citation: Citation): string {
    const annotation = encodeCitation(this.facts, citation, { span: this.span, report: this.report });
    return annotation === undefined ? "" : this.chunk(stringifyJson({ annotations: [annotation] }));
  }

  // `reasoning_details` holds the signatures of calls and of other vendors too; dialects without it lose them.
  private signature(signature: Signature, id: string | null): string {
    const { facts } = this;
    if (facts.reasoningDetails === undefined) return this.loseSignature();
    const own: readonly Json[] = isArray(signature.value) ? signature.value : [];
    const details =
      signature.vendor === facts.dialect
        ? own
        : [signatureDetail(facts, signature, { id, index: this.signatures++, text: this.reasoning?.said })];
    return details.length === 0 ? "" : this.chunk(stringifyJson({ [facts.reasoningDetails.slice(1)]: details }));
  }

  private loseSignature(): "" {
    this.report.at("signature").lose("foreign-signature", { feature: "signature" });
    return "";
  }

  // A signature without a value only names the vendor: it is written if there is a field for it, and is no loss otherwise.
  private close(): string {
    const { writeSignature: signature } = this.reasoning ?? {};
    const isWritten =
      signature === undefined || (signature.value === null && this.facts.reasoningDetails === undefined);
    const written = isWritten ? "" : this.signature(signature, null);
    this.reasoning = undefined;
    return written;
  }

  private end(finishReason: string, usage: Usage | undefined): string {
    const finish = this.chunk("{}", JSON.stringify(finishReason));
    const wanted = usage !== undefined && (this.context.includeUsage || this.facts.usageAlways);
    const counts = wanted
      ? `data: ${this.head},"choices":[],"usage":${stringifyJson(encodeUsage(this.facts, usage, this.report))}}\n\n`
      : "";
    return `${finish}${counts}data: [DONE]\n\n`;
  }

  private fail(failure: Failure): string {
    const error = stringifyJson(this.facts.errorObject(failure));
    const { errorFinish } = this.facts;
    if (errorFinish === undefined || this.head === "") return `data: {"error":${error}}\n\n`;
    const choice = `{"index":0,"delta":{"content":""},"finish_reason":${JSON.stringify(errorFinish)}}`;
    return `data: ${this.head},"error":${error},"choices":[${choice}]}\n\n`;
  }

  private chunk(delta: string, finish = "null"): string {
    const [before, after] = this.frameOf(delta, "", finish);
    return before + after;
  }

  private frameOf(before: string, after: string, finish = "null"): readonly [string, string] {
    return [
      `data: ${this.head},"choices":[{"index":0,"delta":${before}`,
      `${after},"logprobs":null,"finish_reason":${finish}}]}\n\n`,
    ];
  }
}
