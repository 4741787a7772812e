import { isConstant } from "../json/constant.ts";
import { followsTrace, type Trace, traceOf } from "../json/trace.ts";
import type { Json } from "../model/json.ts";
import type { ToolSet } from "./tools.ts";

/** How many different lists of tools are remembered. */
const REMEMBERED = 16;

/** Remembers the tools of a conversation, which an agent sends again with every turn. */
export class ToolMemory {
  private readonly entries: { readonly tools: Trace; readonly set: ToolSet }[] = [];
  private readonly ofConstants = new WeakMap<readonly Json[], ToolSet>();

  /** The set for these tools: a known one at the price of comparing them, for nothing where they cannot have changed; else a new one. */
  recall(tools: readonly Json[], make: () => ToolSet): ToolSet {
    return isConstant(tools) ? this.recallConstant(tools, make) : this.recallEqual(tools, make);
  }

  private recallConstant(tools: readonly Json[], make: () => ToolSet): ToolSet {
    const set = this.ofConstants.get(tools) ?? make();
    this.ofConstants.set(tools, set);
    return set;
  }

  private recallEqual(tools: readonly Json[], make: () => ToolSet): ToolSet {
    const index = this.entries.findIndex((entry) => followsTrace(entry.tools, tools));
    // A trace, so that a caller who changes a tool in place is noticed.
    const entry = this.entries[index] ?? { tools: traceOf(tools), set: make() };
    if (index !== 0) this.moveUp(entry, index);
    return entry.set;
  }

  private moveUp(entry: (typeof this.entries)[number], index: number): void {
    if (index > 0) this.entries.splice(index, 1);
    this.entries.unshift(entry);
    if (this.entries.length > REMEMBERED) this.entries.pop();
  }
}
