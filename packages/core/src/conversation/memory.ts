import { isConstant } from "../json/constant.ts";
import { followsTrace, type Trace, traceOf } from "../json/trace.ts";
import type { Json } from "../model/json.ts";
import type { ToolSet } from "./tools.ts";

/** How many different lists of tools are remembered. */
const REMEMBERED = 16;

/** Remembers the tools of a conversation, which an agent sends again with every turn. */
export class ToolMemory {
  private readonly entries: { readonly way: string; readonly tools: Trace; readonly set: ToolSet }[] = [];
  private readonly ofConstants = new WeakMap<readonly Json[], Map<string, ToolSet>>();

  /**
   * The set for these tools on their way from one dialect to another: a known one at the price of comparing them, for
   * nothing where they cannot have changed; else a new one.
   */
  recall(tools: readonly Json[], way: string, make: () => ToolSet): ToolSet {
    return isConstant(tools) ? this.recallConstant(tools, way, make) : this.recallEqual(tools, way, make);
  }

  private recallConstant(tools: readonly Json[], way: string, make: () => ToolSet): ToolSet {
    const sets = this.ofConstants.get(tools) ?? new Map<string, ToolSet>();
    this.ofConstants.set(tools, sets);
    const set = sets.get(way) ?? make();
    sets.set(way, set);
    return set;
  }

  private recallEqual(tools: readonly Json[], way: string, make: () => ToolSet): ToolSet {
    const index = this.entries.findIndex((entry) => entry.way === way && followsTrace(entry.tools, tools));
    // A trace, so that a caller who changes a tool in place is noticed.
    const entry = this.entries[index] ?? { way, tools: traceOf(tools), set: make() };
    if (index !== 0) this.moveUp(entry, index);
    return entry.set;
  }

  private moveUp(entry: (typeof this.entries)[number], index: number): void {
    if (index > 0) this.entries.splice(index, 1);
    this.entries.unshift(entry);
    if (this.entries.length > REMEMBERED) this.entries.pop();
  }
}
