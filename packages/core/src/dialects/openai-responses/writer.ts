import { loseForeignExtras, loseNode } from "../../mapping/node.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { extendObject } from "../../mapping/values/extend-object.ts";
import type { ResponseContext, StreamWriter } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { statusOf, UNSUPPORTED } from "./finish-reasons.ts";
import { Frames } from "./frames.ts";
import { BuiltInItem } from "./items/built-in-item.ts";
import { CallItem } from "./items/call-item.ts";
import type { ItemContext, ItemWriter } from "./items/item-writer.ts";
import { MessageItem } from "./items/message-item.ts";
import { ReasoningItem } from "./items/reasoning-item.ts";
import { WholeItem } from "./items/whole-item.ts";
import { blankResponse, callPrefix, errorIn, itemId, opaqueItem, type ResponseHead, responseId } from "./output.ts";
import { genuineId } from "./reasoning.ts";
import { usedTierFor } from "./tiers.ts";
import { encodeUsage } from "./usage.ts";

/** Writes the events of a stream of responses: one item after the other, each complete before the next. */
export class ResponsesStreamWriter implements StreamWriter {
  private readonly report: Report;
  private readonly context: ResponseContext;
  private readonly frames: Frames;
  private response: JsonObject | undefined;
  /** The items that have ended. */
  private readonly output: JsonObject[] = [];
  private open: ItemWriter | undefined;
  /** The last part of the open item was cut short. */
  private cut = false;

  constructor(report: Report, context: ResponseContext) {
    this.report = report;
    this.frames = new Frames(report.fast);
    this.context = context;
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        loseForeignExtras("openai-responses", event, this.report);
        reportResponseHead(event, { id: responseId(event.id ?? this.context.id), time: true }, this.report);
        return this.start(event, usedTierFor(event, this.report));
      case "part-start":
        return this.begin(event.part);
      case "part-delta":
        return this.open?.delta(event.text) ?? "";
      case "part-note":
        return this.open?.note(event.note) ?? "";
      case "part-end":
        return this.endPart(event.cut === true);
      case "response-end":
        loseForeignExtras("openai-responses", event, this.report);
        return this.end(event);
      case "failure":
        return this.fail(event.failure);
      default:
        return "";
    }
  }

  follow(frames: string): void {
    this.frames.follow(frames);
  }

  private start(head: ResponseHead, tier?: string): string {
    const response = extendObject(blankResponse(head, this.context), tierField(tier));
    this.response = response;
    return this.frames.response("response.created", response) + this.frames.response("response.in_progress", response);
  }

  // ── items ─────────────────────────────────────────────────────────────────

  private begin(part: PartStart): string {
    switch (part.type) {
      case "text":
        return this.openText("output_text");
      case "refusal":
        return this.openText("refusal");
      case "reasoning":
        return this.next(this.reasoningItem(part));
      case "call":
        return this.next(this.callItem(part));
      case "whole":
        return this.writeWhole(part.part);
    }
  }

  private callItem(part: PartStart & { type: "call" }): ItemWriter {
    const place = this.place(callPrefix(part));
    return part.builtIn === undefined ? new CallItem(place, part) : new BuiltInItem(place, part);
  }

  // Texts that follow each other are parts of one message.
  private openText(kind: "output_text" | "refusal"): string {
    if (this.open instanceof MessageItem) return this.open.open(kind);
    const message = new MessageItem(this.place("msg"));
    return this.next(message) + message.open(kind);
  }

  private writeWhole(part: Part): string {
    if (part.type === "reasoning") {
      const item = this.reasoningItem(part);
      return this.next(item) + part.texts.map((text) => item.note({ paragraph: true }) + item.delta(text)).join("");
    }
    if (part.type === "media") return this.openText("output_text") + this.delta(describeMedia(part, this.report).text);
    const item = part.type === "opaque" ? opaqueItem(this.place("item").id, part, this.report) : undefined;
    if (item !== undefined) return this.next(new WholeItem(this.place("item"), item));
    if (part.type !== "opaque") loseNode(part, part.type, this.report);
    // Text before and after a lost part is in two messages, as in a whole response.
    return this.settle(true);
  }

  private reasoningItem(part: { readonly signature?: Signature; readonly redacted?: boolean }): ReasoningItem {
    const place = this.place("rs");
    return new ReasoningItem({ ...place, id: genuineId(part.signature) ?? place.id }, part);
  }

  private delta(text: string): string {
    return this.open?.delta(text) ?? "";
  }

  private next(item: ItemWriter): string {
    const settled = this.settle(true);
    this.open = item;
    return settled + item.begin();
  }

  private endPart(cut: boolean): string {
    this.cut = cut;
    if (this.open instanceof MessageItem) return this.open.close();
    return this.settle(!cut);
  }

  // A message ends when another item begins: until then, more text may follow.
  private settle(complete: boolean): string {
    const { open } = this;
    if (open === undefined) return "";
    this.open = undefined;
    const ended = open.end(complete);
    this.output.push(open.item);
    return ended;
  }

  // The number of an item is known before the one before it has ended.
  private place(prefix: string): ItemContext {
    const { frames, report, output } = this;
    const index = output.length + (this.open === undefined ? 0 : 1);
    return { frames, report, index, id: itemId(prefix, String(this.response?.id ?? ""), index) };
  }

  // ── the end ───────────────────────────────────────────────────────────────

  private end(event: StreamEvent & { type: "response-end" }): string {
    const { finishReason, usage, origin } = event;
    reportFinishReason({ parts: [], finishReason, origin }, UNSUPPORTED, this.report);
    const { status, incomplete } = statusOf(finishReason);
    const settled = this.settle(status === "completed" && !this.cut);
    const tier = tierField(usedTierFor(event, this.report));
    const response = extendObject(this.response ?? {}, {
      output: this.output,
      ...tier,
      status,
      incomplete_details: incomplete === undefined ? null : { reason: incomplete },
      usage: encodeUsage(usage ?? {}, this.report),
    });
    return settled + this.frames.response(`response.${status}`, response);
  }

  // The open item is not ended, because that would mark it as complete.
  private fail(failure: Failure): string {
    const started = this.response === undefined ? this.start({}) : "";
    const response = { ...this.response, output: this.output, status: "failed", error: errorIn(failure) };
    return started + this.frames.response("response.failed", response);
  }
}

function tierField(tier: string | undefined): JsonObject {
  return tier === undefined ? {} : { service_tier: tier };
}
