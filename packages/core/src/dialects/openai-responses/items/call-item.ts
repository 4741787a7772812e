import type { PartStart } from "../../../model/event.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { DeltaFrames } from "../frames.ts";
import { callItem } from "../output.ts";
import { type ItemContext, type ItemWriter, itemAdded, itemDone } from "./item-writer.ts";

/** Writes a call, of a function or of a custom tool. */
export class CallItem implements ItemWriter {
  item: JsonObject = {};
  private readonly context: ItemContext;
  private readonly call: PartStart & { type: "call" };
  private readonly event: string;
  private readonly deltas: DeltaFrames;
  private text = "";

  constructor(context: ItemContext, call: PartStart & { type: "call" }) {
    this.context = context;
    this.call = call;
    this.event = call.kind === "custom" ? "response.custom_tool_call_input" : "response.function_call_arguments";
    this.deltas = context.frames.deltas(`${this.event}.delta`, this.at);
  }

  begin(): string {
    return itemAdded(this.context, callItem(this.context.id, this.call, { text: "", status: "in_progress" }));
  }

  delta(text: string): string {
    this.text += text;
    return this.deltas.write(text);
  }

  note(): string {
    return "";
  }

  end(complete: boolean): string {
    const { context, call, text } = this;
    const input = call.kind === "custom" ? { input: text } : { arguments: text };
    const done = context.frames.event(`${this.event}.done`, { ...this.at, ...input });
    this.item = callItem(context.id, call, { text, status: complete ? "completed" : "incomplete" });
    return done + itemDone(context, this.item);
  }

  private get at(): JsonObject {
    return { item_id: this.context.id, output_index: this.context.index };
  }
}
