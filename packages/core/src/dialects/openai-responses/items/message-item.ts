import { extendObject } from "../../../mapping/values/extend-object.ts";
import type { Citation } from "../../../model/content.ts";
import type { PartNote } from "../../../model/event.ts";
import type { JsonObject } from "../../../model/json.ts";
import { encodeCitation } from "../citations.ts";
import type { DeltaFrames } from "../frames.ts";
import { messageItem } from "../output.ts";
import { type ItemContext, type ItemWriter, itemAdded, itemDone } from "./item-writer.ts";

/** Writes a message: texts and refusals, one after the other. */
export class MessageItem implements ItemWriter {
  item: JsonObject = {};
  private readonly context: ItemContext;
  /** The parts that have ended. */
  private readonly content: JsonObject[] = [];
  private annotations: JsonObject[] = [];
  private kind: "output_text" | "refusal" | undefined;
  private text = "";
  private deltas: DeltaFrames | undefined;

  constructor(context: ItemContext) {
    this.context = context;
  }

  begin(): string {
    return itemAdded(this.context, messageItem(this.context.id, [], "in_progress"));
  }

  /** Begins a part. */
  open(kind: "output_text" | "refusal"): string {
    this.kind = kind;
    this.text = "";
    this.annotations = [];
    const { frames } = this.context;
    this.deltas = frames.deltas(`response.${kind}.delta`, this.at, kind === "output_text" ? { logprobs: [] } : {});
    return frames.event("response.content_part.added", extendObject(this.at, { part: this.part }));
  }

  delta(text: string): string {
    this.text += text;
    return this.deltas?.write(text) ?? "";
  }

  note({ citation, signature }: PartNote): string {
    if (signature !== undefined)
      this.context.report.at("signature").lose("foreign-signature", { feature: "signature" });
    return citation === undefined || this.kind !== "output_text" ? "" : this.cite(citation);
  }

  /** Ends a part. */
  close(): string {
    const { kind, at, part, text } = this;
    const { frames } = this.context;
    if (kind === undefined) return "";
    const whole = kind === "refusal" ? { refusal: text } : { text, logprobs: [] };
    const done = frames.event(`response.${kind}.done`, extendObject(at, whole));
    const ended = done + frames.event("response.content_part.done", extendObject(at, { part }));
    this.content.push(part);
    this.kind = undefined;
    return ended;
  }

  end(complete: boolean): string {
    const closed = this.close();
    this.item = messageItem(this.context.id, this.content, complete ? "completed" : "incomplete");
    return closed + itemDone(this.context, this.item);
  }

  private get at(): JsonObject {
    const { id, index } = this.context;
    return { item_id: id, output_index: index, content_index: this.content.length };
  }

  private get part(): JsonObject {
    if (this.kind === "refusal") return { type: "refusal", refusal: this.text };
    return { type: "output_text", text: this.text, annotations: this.annotations, logprobs: [] };
  }

  private cite(citation: Citation): string {
    const annotation = encodeCitation(citation, this.text, this.context.report);
    if (annotation === undefined) return "";
    const index = this.annotations.push(annotation) - 1;
    const fields = extendObject(this.at, { annotation_index: index, annotation });
    return this.context.frames.event("response.output_text.annotation.added", fields);
  }
}
