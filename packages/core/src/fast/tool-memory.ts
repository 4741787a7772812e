import type { ToolSet } from "../conversation/tools/tool-set.ts";
import { isConstant } from "../json/constant.ts";
import type { Json } from "../model/json.ts";
import type { Steps } from "../steps.ts";
import { followsTrace, type Trace, traceOf } from "./json-trace.ts";

/** How many different lists of tools are remembered. */
const REMEMBERED = 16;

/** More tools take a while to compare. */
const MANY = 256;

/** Tools with a longer trace are so many, or so large, that others have a turn before they are translated. */
const LONG = 10_000;

interface Entry {
  readonly way: string;
  readonly tools: Trace;
  readonly set: ToolSet;
}

/** Remembers the tools of a conversation, which an agent sends again with every turn. */
export class ToolMemory {
  private readonly entries: Entry[] = [];
  private readonly ofConstants = new WeakMap<readonly Json[], Map<string, ToolSet>>();

  /**
   * The set for these tools on their way from one dialect to another: a known one at the price of comparing them, for
   * nothing where they cannot have changed; else a new one.
   */
  recall(tools: readonly Json[], way: string, make: () => Steps<ToolSet>): Steps<ToolSet> {
    return isConstant(tools) ? this.recallConstant(tools, way, make) : this.recallEqual(tools, way, make);
  }

  private *recallConstant(tools: readonly Json[], way: string, make: () => Steps<ToolSet>): Steps<ToolSet> {
    const known = this.ofConstants.get(tools)?.get(way);
    if (known !== undefined) return known;
    const set = yield* make();
    const sets = this.ofConstants.get(tools) ?? new Map<string, ToolSet>();
    this.ofConstants.set(tools, sets.set(way, set));
    return set;
  }

  private *recallEqual(tools: readonly Json[], way: string, make: () => Steps<ToolSet>): Steps<ToolSet> {
    if (tools.length > MANY) yield;
    const index = this.entries.findIndex((entry) => entry.way === way && followsTrace(entry.tools, tools));
    const known = this.entries[index];
    const entry = known ?? (yield* this.makeEntry(tools, way, make));
    // Others may have come and gone while a new one was made.
    if (this.entries[0] !== entry) this.moveUp(entry, this.entries.indexOf(entry));
    return entry.set;
  }

  // With a trace, so that a caller who changes a tool in place is noticed.
  private *makeEntry(tools: readonly Json[], way: string, make: () => Steps<ToolSet>): Steps<Entry> {
    const trace = traceOf(tools);
    if (trace.length > LONG) yield;
    return { way, tools: trace, set: yield* make() };
  }

  private moveUp(entry: Entry, index: number): void {
    if (index > 0) this.entries.splice(index, 1);
    this.entries.unshift(entry);
    if (this.entries.length > REMEMBERED) this.entries.pop();
  }
}
