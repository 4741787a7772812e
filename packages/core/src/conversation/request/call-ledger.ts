// Which result belongs to which call. Clients send ids twice, leave them out, send results late, twice or not at all;
// providers accept one result per call, right after it.

import { derivedId, legalId } from "../../identity/call-ids.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import { copyMessage, copyResult } from "../../mapping/nodes/parts.ts";
import type { CallPart } from "../../model/call.ts";
import type { TextPart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { IdRule } from "../../model/name-rule.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { type CalledEntry, WaitingCalls } from "./waiting-calls.ts";

/** Matches results with their calls, by the ids of the calls. */
export class CallLedger {
  private readonly entries = new Map<string, CalledEntry>();
  private readonly bySourceId = new Map<string, CalledEntry[]>();
  /** Where the search for a free copy of an id continues. */
  private readonly copies = new Map<string, number>();
  private readonly waiting = new Map<readonly CalledEntry[], WaitingCalls>();
  private readonly answers = new Set<ResultPart>();
  /** Results that come before their calls. */
  private readonly early: ResultPart[] = [];
  private all: readonly CalledEntry[] | undefined;
  private message = 0;
  private readonly rule: IdRule;
  private readonly report: Report;

  constructor(rule: IdRule, report: Report) {
    this.rule = rule;
    this.report = report;
  }

  /** Registers the calls of a message, each under a unique id. */
  openCalls(message: Message): Message {
    const parts = replaceItems(message.parts, (part) => (part.type === "call" ? this.open(part) : part));
    this.message++;
    return parts === message.parts ? message : copyMessage(message, parts);
  }

  private open(call: CallPart): CallPart {
    const id = this.uniqueId(call);
    const identified = id === call.id ? call : { ...call, id };
    if (id !== call.id) this.at(call).change(call.id === "" ? "derived-id" : "duplicate-id", id);
    const entry = { call: identified, message: this.message };
    this.entries.set(id, entry);
    const sameId = this.bySourceId.get(call.id);
    if (sameId === undefined) this.bySourceId.set(call.id, [entry]);
    else sameId.push(entry);
    return identified;
  }

  private uniqueId(call: CallPart): string {
    const wanted = call.id === "" ? this.derived(call) : call.id;
    for (let copy = this.copies.get(wanted) ?? 1; ; copy++) {
      const id = copy === 1 ? wanted : legalId(`${wanted}_${copy}`, this.rule);
      if (this.entries.has(id)) continue;
      this.copies.set(wanted, copy);
      return id;
    }
  }

  private derived({ name, input }: CallPart): string {
    return derivedId([String(this.entries.size), name, inputAsText(input)], this.rule);
  }

  /** Assigns the results to their calls. */
  answer(messages: readonly Message[]): void {
    let results: ResultPart[] = [];
    let called = 0;
    for (const [index, { parts }] of messages.entries()) {
      if (parts.some(({ type }) => type === "call")) {
        this.assign(results, called);
        results = [];
        called = index;
      }
      for (const part of parts) if (part.type === "result") results.push(part);
    }
    this.assign(results, called);
    this.assign(this.early, Infinity);
  }

  // Results between two messages with calls. A call that was never answered may have the id of a later one: the results are those
  // of the last calls before them.
  private assign(results: readonly ResultPart[], message: number): void {
    const counts = new Map<WaitingCalls, number>();
    for (const result of results) {
      const waiting = this.waitingFor(result);
      counts.set(waiting, (counts.get(waiting) ?? 0) + 1);
    }
    const calls = new Map([...counts].map(([waiting, count]) => [waiting, waiting.take(message, count)]));
    for (const result of results) {
      const waiting = this.waitingFor(result);
      const entry = calls.get(waiting)?.pop();
      if (entry !== undefined) {
        entry.source = result;
        entry.order = this.answers.size;
        this.answers.add(result);
      } else if (waiting.ahead) this.early.push(result);
    }
  }

  private waitingFor({ id, name }: ResultPart): WaitingCalls {
    const called = this.called(id);
    const waiting = this.waiting.get(called) ?? new WaitingCalls(called);
    this.waiting.set(called, waiting);
    return id !== "" && this.bySourceId.has(id) ? waiting : waiting.named(name);
  }

  // The calls that a result with this id may answer. A client may send ids with results and none with calls: then the order
  // decides.
  private called(id: string): readonly CalledEntry[] {
    const calls = this.bySourceId.get(id);
    if (calls !== undefined || id !== "") return calls ?? this.bySourceId.get("") ?? NONE;
    this.all ??= [...this.entries.values()];
    return this.all;
  }

  /** A message without its results, and the results of its calls after it. */
  settle(message: Message, next: Message | undefined): Message | readonly Message[] {
    const remaining = replaceItems(message.parts, (part) => (part.type === "result" ? this.orphan(part) : part));
    if (remaining !== message.parts && remaining.length > 0) this.reportOvertaken(message);
    const results = this.resultsOf(message, next);
    if (remaining.length === 0 && message.parts.length > 0) return results ?? NONE;
    const rest = remaining === message.parts ? message : withoutResults(message, remaining);
    return results === undefined ? rest : [rest, results];
  }

  private resultsOf(message: Message, next: Message | undefined): Message | undefined {
    const called: CalledEntry[] = [];
    for (const part of message.parts) {
      const entry = part.type === "call" ? this.entries.get(part.id) : undefined;
      if (entry !== undefined) called.push(entry);
    }
    if (called.length === 0) return undefined;
    if (called.length > 1) called.sort((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity) || 0);
    return { role: "tool", parts: called.map((entry) => this.resultOf(entry, next)) };
  }

  private resultOf({ call, source }: CalledEntry, next: Message | undefined): ResultPart {
    if (source === undefined) {
      this.at(call).change("missing-result");
      return copyResult(NO_RESULT, call);
    }
    // A result that follows in the next message is where it belongs.
    if (next?.parts.every(({ type }) => type !== "result")) this.at(source).change("moved-result");
    return copyResult(source, call);
  }

  // Content that stood before a result follows it now.
  private reportOvertaken({ parts }: Message): void {
    let hasContent = false;
    for (const part of parts) {
      const answers = part.type === "result" && this.answers.has(part);
      if (answers && hasContent) this.at(part).change("moved-result");
      hasContent ||= !answers;
    }
  }

  private orphan(part: ResultPart): readonly Part[] {
    if (this.answers.has(part)) return NONE;
    if (part.id !== "" && this.bySourceId.has(part.id)) {
      this.at(part).lose("duplicate-result", { feature: "result" });
      return [];
    }
    this.at(part).lose("orphan-result", { feature: "result", action: "described" });
    return [{ type: "text", text: ORPHAN, ...originOf(part) }, ...part.parts];
  }

  private at({ origin }: CallPart | ResultPart): Report {
    return this.report.on(origin?.place ?? Place.root);
  }
}

function originOf({ origin }: ResultPart): Pick<TextPart, "origin"> {
  return origin === undefined ? {} : { origin: { ...origin, fields: {} } };
}

// Without its results, the message may be written as a plain string again where it holds one text.
function withoutResults({ plain, ...message }: Message, parts: readonly Part[]): Message {
  return { ...message, role: message.role === "tool" ? "user" : message.role, parts };
}

/** The result of a call that has none. */
const NO_RESULT: ResultPart = {
  type: "result",
  id: "",
  parts: [{ type: "text", text: "There is no result for this call." }],
  plain: true,
  isError: true,
};

/** The text before a result whose call is missing. */
const ORPHAN = "[Result of an earlier tool call]";

const NONE: readonly never[] = [];
