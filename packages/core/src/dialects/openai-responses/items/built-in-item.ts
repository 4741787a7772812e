import type { PartStart } from "../../../model/event.ts";
import type { JsonObject } from "../../../model/json.ts";
import { callItem } from "../output.ts";
import { CallItem } from "./call-item.ts";
import { type ItemContext, type ItemWriter, itemAdded, itemDone } from "./item-writer.ts";

/** Writes a call of a built-in tool, which has no deltas: what it is can be told only from its complete arguments. */
export class BuiltInItem implements ItemWriter {
  item: JsonObject = {};
  private readonly context: ItemContext;
  private readonly call: PartStart & { type: "call" };
  private text = "";

  constructor(context: ItemContext, call: PartStart & { type: "call" }) {
    this.context = context;
    this.call = call;
  }

  begin(): string {
    return "";
  }

  delta(text: string): string {
    this.text += text;
    return "";
  }

  note(): string {
    return "";
  }

  end(complete: boolean): string {
    const { context, call, text } = this;
    this.item = callItem(context.id, call, { text, status: complete ? "completed" : "incomplete" });
    if (this.item.type === "function_call") return this.endFunction(String(this.item.id), complete);
    return itemAdded(context, { ...this.item, status: "in_progress" }) + itemDone(context, this.item);
  }

  // The arguments do not fit the built-in tool.
  private endFunction(id: string, complete: boolean): string {
    const { builtIn, ...call } = this.call;
    const plain = new CallItem({ ...this.context, id }, call);
    const written = plain.begin() + plain.delta(this.text) + plain.end(complete);
    this.item = plain.item;
    return written;
  }
}
