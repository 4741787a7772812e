import type { PartNote } from "../../../model/event.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Signature } from "../../../model/signature.ts";
import type { DeltaFrames } from "../frames.ts";
import { reasoningItem } from "../output.ts";
import { type ItemContext, type ItemWriter, itemAdded, itemDone } from "./item-writer.ts";

/** Writes reasoning: a summary in paragraphs, and the signature as `encrypted_content`. */
export class ReasoningItem implements ItemWriter {
  item: JsonObject = {};
  private readonly context: ItemContext;
  private readonly redacted: boolean;
  private readonly summary: JsonObject[] = [];
  private signature: Signature | undefined;
  private text: string | undefined;
  private deltas: DeltaFrames | undefined;

  constructor(
    context: ItemContext,
    { signature, redacted }: { signature?: Signature | undefined; redacted?: boolean | undefined },
  ) {
    this.context = context;
    this.signature = signature;
    this.redacted = redacted === true;
  }

  begin(): string {
    return itemAdded(this.context, reasoningItem(this.context.id, [], {}));
  }

  delta(text: string): string {
    const opened = this.text === undefined ? this.open() : "";
    this.text += text;
    return opened + (this.deltas?.write(text) ?? "");
  }

  note({ signature, paragraph }: PartNote): string {
    if (signature !== undefined) this.signature = signature;
    return paragraph === true ? this.close() : "";
  }

  end(): string {
    const closed = this.close();
    const { signature, redacted } = this;
    this.item = reasoningItem(this.context.id, this.summary, { signature, redacted });
    return closed + itemDone(this.context, this.item);
  }

  private get at(): JsonObject {
    const { id, index } = this.context;
    return { item_id: id, output_index: index, summary_index: this.summary.length };
  }

  private open(): string {
    this.text = "";
    const { frames } = this.context;
    this.deltas = frames.deltas("response.reasoning_summary_text.delta", this.at);
    const part = { type: "summary_text", text: "" };
    return frames.event("response.reasoning_summary_part.added", { ...this.at, part });
  }

  private close(): string {
    const { text, at } = this;
    const { frames } = this.context;
    if (text === undefined) return "";
    this.text = undefined;
    const part = { type: "summary_text", text };
    this.summary.push(part);
    return (
      frames.event("response.reasoning_summary_text.done", { ...at, text }) +
      frames.event("response.reasoning_summary_part.done", { ...at, part })
    );
  }
}
