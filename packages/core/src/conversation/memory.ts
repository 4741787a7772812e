import { isSameJson } from "../json/same.ts";
import { copyJson } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { ToolSet } from "./tools.ts";

/** How many different lists of tools are remembered. */
const REMEMBERED = 16;

/** Remembers the tools of a conversation, which an agent sends again with every turn. */
export class ToolMemory {
  private entries: { readonly tools: Json; readonly set: ToolSet }[] = [];

  /** The set for these tools: a known one at the price of comparing them, else a new one. */
  recall(tools: readonly Json[], make: () => ToolSet): ToolSet {
    const index = this.entries.findIndex((entry) => isSameJson(entry.tools, tools));
    const known = this.entries[index];
    // A copy, so that a caller who changes a tool in place is noticed.
    const entry = known ?? { tools: copyJson(tools as Json), set: make() };
    this.entries = [entry, ...this.entries.filter((each) => each !== entry)].slice(0, REMEMBERED);
    return entry.set;
  }
}
