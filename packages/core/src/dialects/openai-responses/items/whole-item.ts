import type { Json, JsonObject } from "../../../model/json.ts";
import { type ItemContext, type ItemWriter, itemAdded, itemDone } from "./item-writer.ts";

/** Writes an item that comes whole; what OpenAI streams of it is one delta. */
export class WholeItem implements ItemWriter {
  readonly item: JsonObject;
  private readonly context: ItemContext;

  constructor(context: ItemContext, item: JsonObject) {
    this.context = context;
    this.item = item;
  }

  begin(): string {
    const [field, event] = STREAMED.get(this.item.type ?? null) ?? [];
    const text = field === undefined ? undefined : this.item[field];
    if (field === undefined || typeof text !== "string") return itemAdded(this.context, this.item);
    const at = { item_id: this.item.id ?? this.context.id, output_index: this.context.index };
    const { frames } = this.context;
    return (
      itemAdded(this.context, { ...this.item, [field]: "" }) +
      frames.event(`${event}.delta`, { ...at, delta: text }) +
      frames.event(`${event}.done`, { ...at, [field]: text })
    );
  }

  delta(): string {
    return "";
  }

  note(): string {
    return "";
  }

  end(): string {
    return itemDone(this.context, this.item);
  }
}

/** Items of hosted tools with a text that is streamed. */
const STREAMED: ReadonlyMap<Json, readonly [field: string, event: string]> = new Map([
  ["code_interpreter_call", ["code", "response.code_interpreter_call_code"]],
  ["mcp_call", ["arguments", "response.mcp_call_arguments"]],
]);
