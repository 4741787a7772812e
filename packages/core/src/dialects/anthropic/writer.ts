import { escaped } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { levelOf } from "../../loss-levels.ts";
import { loseForeignExtras } from "../../mapping/node.ts";
import { reportRawReason } from "../../mapping/nodes/finish-reason.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { signatureText } from "../../mapping/nodes/signature.ts";
import type { TieredNode } from "../../mapping/nodes/used-tier.ts";
import type { Citation } from "../../model/content.ts";
import type { ResponseContext, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { Json } from "../../model/json.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { reportSpan, writeCitation } from "./citations.ts";
import * as errors from "./errors.ts";
import { rawReason, unsupportedReasons } from "./finish-reasons.ts";
import { messageId } from "./ids.ts";
import * as parts from "./parts.ts";
import { encodeUsage, rawUsedTier, usedTierFor } from "./usage.ts";

/** Writes the events of a stream of messages. */
export class AnthropicStreamWriter implements StreamWriter {
  private readonly report: Report;
  private readonly context: ResponseContext;
  /** The frame of a delta of the open block, before its text. */
  private frame = "";
  private signature: Signature | undefined;
  /** The index of the open block; parts that are lost have none. */
  private block = -1;
  private shown = false;
  /** The length of the open text, and its citations. */
  private length = 0;
  private cited: Citation[] = [];
  private thinks = false;
  /** What began the response, and the tier that was written then: most APIs know it at the end. */
  private head: TieredNode = {};
  private tier: string | undefined;

  constructor(report: Report, context: ResponseContext) {
    this.report = report;
    this.context = context;
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        loseForeignExtras("anthropic", event, this.report);
        return this.start(event);
      case "part-start":
        return this.open(event.part);
      case "part-delta":
        this.length += event.text.length;
        return this.shown ? `${this.frame}${escaped(event.text)}"}}\n\n` : "";
      case "part-note":
        return this.note(event.note);
      case "part-end":
        return this.close();
      case "response-end":
        loseForeignExtras("anthropic", event, this.report);
        return this.end(event);
      case "failure":
        return frameOf("error", errors.encode(event.failure).value);
      default:
        return "";
    }
  }

  private start(event: StreamEvent & { type: "response-start" }): string {
    const { id, model, usage } = event;
    reportResponseHead(event, { id: messageId(id ?? this.context.id), time: false }, this.report);
    this.head = event;
    this.tier = rawUsedTier(event.usedTier);
    const counts = encodeUsage(usage ?? {}, this.report, this.tier);
    const message = {
      id: messageId(id ?? this.context.id),
      type: "message",
      role: "assistant",
      model: model ?? this.context.model ?? "",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: counts,
    };
    return frameOf("message_start", { type: "message_start", message });
  }

  private open(part: PartStart): string {
    switch (part.type) {
      case "text":
      case "refusal":
        if (part.type === "refusal") this.report.change("refusal-text");
        return this.begin({ type: "text", text: "" }, "text_delta", "text");
      case "reasoning":
        this.signature = part.signature;
        return this.begin({ type: "thinking", thinking: "", signature: "" }, "thinking_delta", "thinking");
      case "call":
        if (part.namespace !== undefined) this.report.at("namespace").loseField(levelOf("namespace"));
        return this.begin(
          { type: "tool_use", id: part.id, name: part.name, input: {} },
          "input_json_delta",
          "partial_json",
        );
      case "whole":
        return this.whole(part);
    }
  }

  private begin(block: Json, delta: string, field: string): string {
    this.shown = true;
    this.length = 0;
    this.thinks = field === "thinking";
    this.block++;
    const before = `{"type":"content_block_delta","index":${this.block},"delta":{"type":"${delta}","${field}":"`;
    // Joined, it is one text: a sum would be a tree in the memory, which is walked for each delta.
    this.frame = ["event: content_block_delta\ndata: ", before].join("");
    return frameOf("content_block_start", { type: "content_block_start", index: this.block, content_block: block });
  }

  // Reasoning is written as deltas, where clients look for its signature; other blocks come whole.
  private whole({ part }: PartStart & { type: "whole" }): string {
    if (part.type === "reasoning" && part.redacted !== true) {
      const opened = this.open({
        type: "reasoning",
        ...(part.signature === undefined ? {} : { signature: part.signature }),
      });
      return opened + part.texts.map((text) => this.write({ type: "part-delta", index: this.block, text })).join("");
    }
    const block = parts.encode(part, this.report);
    this.shown = block !== undefined;
    if (block === undefined) return "";
    this.block++;
    return frameOf("content_block_start", { type: "content_block_start", index: this.block, content_block: block });
  }

  private note({ signature, citation, paragraph }: PartNote): string {
    if (signature !== undefined) this.keep(signature);
    if (paragraph === true) return this.write({ type: "part-delta", index: this.block, text: "\n\n" });
    if (citation === undefined) return "";
    this.cited.push(citation);
    const cited = writeCitation(citation, this.report);
    return cited === undefined ? "" : this.delta({ type: "citations_delta", citation: cited });
  }

  // Only reasoning has a field for a signature.
  private keep(signature: Signature): void {
    if (this.thinks) this.signature = signature;
    else this.report.at("signature").lose("foreign-signature", { feature: "signature" });
  }

  private close(): string {
    if (!this.shown) return "";
    for (const citation of this.cited.splice(0)) reportSpan(citation, this.length, this.report);
    const { signature } = this;
    this.signature = undefined;
    this.shown = false;
    const signed =
      signature === undefined
        ? ""
        : this.delta({ type: "signature_delta", signature: signatureText(signature, "anthropic") });
    return signed + frameOf("content_block_stop", { type: "content_block_stop", index: this.block });
  }

  private delta(delta: Json): string {
    return frameOf("content_block_delta", { type: "content_block_delta", index: this.block, delta });
  }

  private end(event: StreamEvent & { type: "response-end" }): string {
    const { finishReason, usage, usedTier, origin } = event;
    const raw = rawReason(finishReason);
    if (raw !== finishReason.raw)
      reportRawReason({ parts: [], finishReason, origin }, unsupportedReasons(finishReason), this.report);
    const delta = { stop_reason: raw, stop_sequence: finishReason.sequence ?? null };
    const tier = usedTierFor(usedTier === undefined ? this.head : event, this.report);
    const counts = encodeUsage(usage ?? {}, this.report, tier === this.tier ? undefined : tier);
    return (
      frameOf("message_delta", { type: "message_delta", delta, usage: counts }) +
      frameOf("message_stop", { type: "message_stop" })
    );
  }
}

function frameOf(event: string, data: Json): string {
  return `event: ${event}\ndata: ${stringifyJson(data)}\n\n`;
}
