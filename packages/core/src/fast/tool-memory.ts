// The fast path `bodyCache`, for lowering tools: an agent sends the same tools with every request.

import { isConstant } from "../json/constant.ts";
import type { Json } from "../model/json.ts";
import type { Steps } from "../model/steps.ts";
import type { ToolDraft } from "../model/tool.ts";
import { FirstSights, fingerprintOf } from "./first-sight.ts";
import { followsTrace, type Trace, traceOf } from "./json-trace.ts";

/** How many different lists of tools are remembered. */
const MAX_ENTRIES = 16;

/** More tools take a while to compare. */
const MANY_TOOLS = 256;

interface Entry {
  readonly key: string;
  readonly tools: Trace;
  readonly translated: unknown;
}

/** Remembers translated tools, because an agent sends the same tools with every turn. */
export class ToolMemory {
  private readonly entries: Entry[] = [];
  private readonly sights = new FirstSights();
  private readonly ofConstants = new WeakMap<readonly ToolDraft[], Map<string, unknown>>();
  private onRecall: (isKnown: boolean) => void;

  /** `onRecall` gets, for each list of tools, whether its translation was remembered. */
  constructor(onRecall: (isKnown: boolean) => void = () => {}) {
    this.onRecall = onRecall;
  }

  /** Reports a list whose whole request is remembered. */
  countKnown(): void {
    this.onRecall(true);
  }

  /** Runs what is not a request of a client, so that `onRecall` does not count it. */
  withoutCounting<T>(work: () => T): T {
    const { onRecall } = this;
    this.onRecall = () => {};
    try {
      return work();
    } finally {
      this.onRecall = onRecall;
    }
  }

  /**
   * The translation of a list of tools under a key that stands for all else it depends on: a remembered one at the cost of
   * comparing the tools (or none, where they are frozen), else a new one.
   */
  recall<T>(tools: readonly ToolDraft[], key: string, translate: () => Steps<T>): Steps<T> {
    return isConstant(tools) ? this.recallConstant(tools, key, translate) : this.recallEqual(tools, key, translate);
  }

  private *recallConstant<T>(tools: readonly ToolDraft[], key: string, translate: () => Steps<T>): Steps<T> {
    const known = this.ofConstants.get(tools)?.get(key);
    this.onRecall(known !== undefined);
    if (known !== undefined) return known as T;
    const translated = yield* translate();
    const byKey = this.ofConstants.get(tools) ?? new Map<string, unknown>();
    this.ofConstants.set(tools, byKey.set(key, translated));
    return translated;
  }

  private *recallEqual<T>(drafts: readonly ToolDraft[], key: string, translate: () => Steps<T>): Steps<T> {
    if (drafts.length > MANY_TOOLS) yield;
    const tools = drafts.map(({ tool }) => tool) as unknown as readonly Json[];
    const known = yield* this.findEntry(tools, key);
    this.onRecall(known !== undefined);
    // Tools are remembered when they are seen for the second time.
    if (known === undefined && !this.sights.wasSeen(fingerprintOf(tools, key))) return yield* translate();
    const entry = known ?? (yield* this.makeEntry(tools, key, translate));
    // Other requests may have changed the order while this one was translated.
    if (this.entries[0] !== entry) this.moveToFront(entry);
    return entry.translated as T;
  }

  // Other requests may change the entries between two steps.
  private *findEntry(tools: readonly Json[], key: string): Steps<Entry | undefined> {
    for (const entry of [...this.entries])
      if (entry.key === key && (yield* followsTrace(entry.tools, tools))) return entry;
    return undefined;
  }

  // A trace notices where a caller has changed a tool in place.
  private *makeEntry<T>(tools: readonly Json[], key: string, translate: () => Steps<T>): Steps<Entry> {
    return { key, tools: yield* traceOf(tools), translated: yield* translate() };
  }

  private moveToFront(entry: Entry): void {
    const index = this.entries.indexOf(entry);
    if (index > 0) this.entries.splice(index, 1);
    this.entries.unshift(entry);
    if (this.entries.length > MAX_ENTRIES) this.entries.pop();
  }
}
