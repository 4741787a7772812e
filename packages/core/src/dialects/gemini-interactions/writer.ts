import { levelOf } from "../../loss-levels.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { loseForeignExtras, loseNode } from "../../mapping/node.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { writeOpaque } from "../../mapping/nodes/opaque.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import type { Citation, ReasoningPart } from "../../model/content.ts";
import type { ResponseContext, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { encodeCitation } from "./citations.ts";
import { contentOf } from "./content.ts";
import * as errors from "./errors.ts";
import { statusOf, UNSUPPORTED } from "./finish-reasons.ts";
import { type DeltaKind, DONE, deltaFrames, frame } from "./frames.ts";
import { blankInteraction, callStep, joinedTexts, usedTierFor } from "./output.ts";
import { wireSignature } from "./reasoning.ts";
import { encodeUsage } from "./usage.ts";

/** Writes the events of an interaction: one step after the other, each complete before the next. */
export class InteractionsStreamWriter implements StreamWriter {
  private readonly report: Report;
  private readonly context: ResponseContext;
  private interaction: JsonObject | undefined;
  /** How many steps have begun. */
  private steps = 0;
  /** The step that has not ended, and the frames of its deltas. */
  private open: "spoken" | "thought" | "call" | undefined;
  private deltas: ((text: string) => string) | undefined;
  /** The open text, and its citations: their offsets are bytes of the whole text. */
  private text = "";
  private readonly cited: Citation[] = [];
  private signature: Signature | undefined;
  private redacted = false;

  constructor(report: Report, context: ResponseContext) {
    this.report = report;
    this.context = context;
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        return this.start(event);
      case "part-start":
        return this.begin(event.part);
      case "part-delta":
        return this.delta(event.text);
      case "part-note":
        return this.note(event.note);
      case "part-end":
        return this.endPart(event.cut === true);
      case "response-end":
        return this.end(event);
      case "failure":
        return frame("error", errors.encode(event.failure).value);
      default:
        return "";
    }
  }

  /** The steps that the client got by passthrough have numbers already. */
  follow(frames: string): void {
    for (const [, index] of frames.matchAll(INDEX)) this.steps = Math.max(this.steps, Number(index) + 1);
  }

  private start(event: StreamEvent & { type: "response-start" }): string {
    loseForeignExtras(DIALECT, event, this.report);
    const { id, object, status, model, created } = blankInteraction(event, this.context);
    reportResponseHead(event, { id: String(id), time: true }, this.report);
    this.interaction = { ...blankInteraction(event, this.context), ...tierField(usedTierFor(event, this.report)) };
    return (
      frame("interaction.created", { interaction: { id, status, object, model, created } as JsonObject }) +
      frame("interaction.status_update", { interaction_id: id, status } as JsonObject)
    );
  }

  // ── steps ─────────────────────────────────────────────────────────────────

  private begin(part: PartStart): string {
    switch (part.type) {
      case "refusal":
        this.report.change("refusal-text");
        return this.beginText();
      case "text":
        return this.beginText();
      case "reasoning":
        return this.beginThought(part);
      case "call":
        if (part.namespace !== undefined) this.report.at("namespace").loseField(levelOf("namespace"));
        return this.beginStep("call", callStep(part), "arguments_delta");
      case "whole":
        return this.writeWhole(part.part);
    }
  }

  // The texts of one step are one text.
  private beginText(): string {
    this.text = "";
    return this.beginStep("spoken", { type: "model_output" }, "text");
  }

  private beginThought({ signature, redacted }: Pick<ReasoningPart, "signature" | "redacted">): string {
    // The signature is not one of the step before.
    const stopped = this.stop();
    this.signature = signature;
    this.redacted = redacted === true;
    return stopped + this.beginStep("thought", { type: "thought" }, "thought_summary");
  }

  private beginStep(kind: NonNullable<typeof this.open>, step: JsonObject, deltas: DeltaKind): string {
    const stopped = this.stop();
    const index = this.steps++;
    this.open = kind;
    this.deltas = deltaFrames(index, deltas);
    return stopped + frame("step.start", { index, step });
  }

  private delta(text: string): string {
    if (this.open === "spoken") this.text += text;
    return this.deltas?.(text) ?? "";
  }

  private note({ signature, citation, paragraph }: PartNote): string {
    if (signature !== undefined && this.open === "thought") this.signature = signature;
    else if (signature !== undefined && this.open === "spoken")
      this.report.at("signature").lose("foreign-signature", { feature: "signature" });
    if (citation !== undefined) this.cited.push(citation);
    return paragraph === true ? this.delta("\n\n") : "";
  }

  private citations(): string {
    const annotations = encodeEach(this.cited.splice(0), (each) => encodeCitation(each, this.text, this.report));
    return annotations.length === 0 ? "" : this.event({ type: "text_annotation_delta", annotations });
  }

  private writeWhole(part: Part): string {
    if (part.type === "reasoning")
      return (
        this.beginThought(part) +
        joinedTexts(part, this.report)
          .map((text) => this.delta(text))
          .join("")
      );
    if (part.type === "media") return this.writeMedia(part);
    const step = part.type === "opaque" ? writeOpaque(DIALECT, part, this.report) : undefined;
    if (part.type !== "opaque") loseNode(part, part.type, this.report);
    const stopped = this.stop();
    if (step === undefined) return stopped;
    const index = this.steps++;
    return stopped + frame("step.start", { index, step }) + frame("step.stop", { index });
  }

  // A medium is a delta of the step that the model is speaking in.
  private writeMedia(part: Part): string {
    const begun = this.open === "spoken" ? "" : this.beginText();
    return (
      begun +
      contentOf([part], this.report)
        .map((block) => this.event(block))
        .join("")
    );
  }

  // More may be said in the step of a text.
  private endPart(cut: boolean): string {
    if (this.open === "spoken") return this.citations();
    // A call that was cut short is not ended, because that would mark it as complete.
    if (!cut || this.open !== "call") return this.stop();
    this.open = undefined;
    return "";
  }

  private stop(): string {
    const { open, signature } = this;
    if (open === undefined) return "";
    const cited = this.citations();
    const signed = signature === undefined ? "" : this.event(this.signatureDelta(signature));
    this.open = undefined;
    this.deltas = undefined;
    this.signature = undefined;
    return cited + signed + frame("step.stop", { index: this.steps - 1 });
  }

  private signatureDelta(signature: Signature): JsonObject {
    return { type: "thought_signature", signature: wireSignature(signature, this.redacted) };
  }

  private event(delta: JsonObject): string {
    return frame("step.delta", { index: this.steps - 1, delta });
  }

  // ── the end ───────────────────────────────────────────────────────────────

  private end(event: StreamEvent & { type: "response-end" }): string {
    const { finishReason, usage, origin } = event;
    loseForeignExtras(DIALECT, event, this.report);
    reportFinishReason({ parts: [], finishReason, origin }, UNSUPPORTED, this.report);
    const interaction = {
      ...this.interaction,
      ...tierField(usedTierFor(event, this.report)),
      status: statusOf(finishReason),
      ...(usage === undefined ? {} : { usage: encodeUsage(usage, this.report) }),
    };
    return this.stop() + frame("interaction.completed", { interaction }) + DONE;
  }
}

const DIALECT = "gemini-interactions";

const INDEX = /"index":\s*(\d+)/g;

function tierField(tier: string | undefined): JsonObject {
  return tier === undefined ? {} : { service_tier: tier };
}
