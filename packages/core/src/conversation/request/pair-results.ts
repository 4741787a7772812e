import { derivedId, legalId } from "../../identity/call-ids.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import { joinMessages } from "../../mapping/nodes/join-messages.ts";
import { copyMessage, copyResult } from "../../mapping/nodes/parts.ts";
import type { CallPart } from "../../model/call.ts";
import type { Message } from "../../model/message.ts";
import type { Part, TextPart } from "../../model/part.ts";
import type { IdRule } from "../../model/profile.ts";
import type { ResultPart } from "../../model/result.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** What is said to the model of a call that nobody answered. */
const NO_RESULT: ResultPart = {
  type: "result",
  id: "",
  parts: [{ type: "text", text: "There is no result for this call." }],
  plain: true,
  isError: true,
};

const NONE: readonly never[] = [];

/** What stands before a result whose call is gone. */
const ORPHAN = "[Result of an earlier tool call]";

/**
 * Gives every call one id of its own and one result right after it: missing ids are derived, results are moved up to their
 * calls, calls without a result get one that says so, and a result without a call becomes a text.
 */
export function pairResults(messages: readonly Message[], ids: IdRule, report: Report): readonly Message[] {
  if (!messages.some(hasCallsOrResults)) return messages;
  if (messages.every(isFragment)) return messages.map(asResults);
  const turns = mergeCallers(messages, report);
  const ledger = new CallLedger(ids, report);
  const called = replaceItems(turns, (message) => ledger.openCalls(message));
  for (const message of called) ledger.answer(message);
  return replaceItems(called, (message, index) => ledger.settle(message, called[index + 1]));
}

// Results alone answer calls that somebody else remembers, such as a provider that keeps its answers.
function isFragment({ role, parts }: Message): boolean {
  return role === "system" || role === "developer" || parts.every(({ type }) => type === "result");
}

function asResults(message: Message): Message {
  return message.role === "user" ? copyMessage(message, message.parts, "tool") : message;
}

function hasCallsOrResults({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "call" || type === "result");
}

// Calls of one turn that come in several messages: nothing may stand between them and their results, and no other
// message of the model's before them.
function mergeCallers(messages: readonly Message[], report: Report): Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    let next = message;
    for (let last = merged.at(-1); last !== undefined && belongTogether(last, next); last = merged.at(-1)) {
      next = joinMessages(last, next, report);
      merged.pop();
    }
    merged.push(next);
  }
  return merged;
}

function belongTogether(last: Message, next: Message): boolean {
  if (last.role !== "assistant" || next.role !== "assistant") return false;
  return isTurn(last) || isTurn(next);
}

function isTurn({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "call" || type === "reasoning" || type === "opaque");
}

interface Entry {
  readonly call: CallPart;
  /** Its result as the source has it, and when it was found. */
  source?: ResultPart;
  order?: number;
}

/** Which call got which result. Calls are known by their ids, which are found faster than the calls themselves. */
class CallLedger {
  private readonly entries = new Map<string, Entry>();
  private readonly bySourceId = new Map<string, Entry[]>();
  private answered = 0;
  private readonly rule: IdRule;
  private readonly report: Report;

  constructor(rule: IdRule, report: Report) {
    this.rule = rule;
    this.report = report;
  }

  /** Notes the calls of a message, each under an id of its own. */
  openCalls(message: Message): Message {
    const parts = replaceItems(message.parts, (part) => (part.type === "call" ? this.open(part) : part));
    return parts === message.parts ? message : copyMessage(message, parts);
  }

  private open(call: CallPart): CallPart {
    const id = this.freshId(call);
    const own = id === call.id ? call : { ...call, id };
    if (id !== call.id) this.at(call).change(call.id === "" ? "derived-id" : "duplicate-id", id);
    const entry = { call: own };
    this.entries.set(id, entry);
    const namesakes = this.bySourceId.get(call.id);
    if (namesakes === undefined) this.bySourceId.set(call.id, [entry]);
    else namesakes.push(entry);
    return own;
  }

  private freshId(call: CallPart): string {
    const wish = call.id === "" ? this.derived(call) : call.id;
    for (let copy = 1; ; copy++) {
      const id = copy === 1 ? wish : legalId(`${wish}_${copy}`, this.rule);
      if (!this.entries.has(id)) return id;
    }
  }

  private derived({ name, input }: CallPart): string {
    return derivedId([String(this.entries.size), name, inputAsText(input)], this.rule);
  }

  /** Gives the results of a message to their calls. */
  answer(message: Message): void {
    for (const part of message.parts) {
      const entry = part.type === "result" ? this.unanswered(part) : undefined;
      if (part.type !== "result" || entry === undefined) continue;
      entry.source = part;
      entry.order = this.answered++;
    }
  }

  private unanswered({ id, name }: ResultPart): Entry | undefined {
    const known = id !== "" && this.bySourceId.has(id);
    return this.called(id).find(
      ({ source, call }) => source === undefined && (known || name === undefined || call.name === name),
    );
  }

  private answers(result: ResultPart): boolean {
    return this.called(result.id).some(({ source }) => source === result);
  }

  // The calls that a result with this id may be for. Some clients send calls without the ids that they were given, but results
  // with them: order is all that is left then.
  private called(id: string): readonly Entry[] {
    return this.bySourceId.get(id) ?? (id === "" ? [...this.entries.values()] : (this.bySourceId.get("") ?? NONE));
  }

  /** A message without its results, which stand after their calls now. */
  settle(message: Message, next: Message | undefined): Message | readonly Message[] {
    const kept = replaceItems(message.parts, (part) => (part.type === "result" ? this.orphan(part) : part));
    if (kept !== message.parts && kept.length > 0) this.tellOvertaken(message);
    const results = this.resultsOf(message, next);
    if (kept.length === 0 && message.parts.length > 0) return results ?? NONE;
    const own = kept === message.parts ? message : withoutResults(message, kept);
    return results === undefined ? own : [own, results];
  }

  private resultsOf(message: Message, next: Message | undefined): Message | undefined {
    const called: Entry[] = [];
    for (const part of message.parts) {
      const entry = part.type === "call" ? this.entries.get(part.id) : undefined;
      if (entry !== undefined) called.push(entry);
    }
    if (called.length === 0) return undefined;
    if (called.length > 1) called.sort((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity) || 0);
    return { role: "tool", parts: called.map((entry) => this.resultOf(entry, next)) };
  }

  private resultOf({ call, source }: Entry, next: Message | undefined): ResultPart {
    if (source === undefined) {
      this.at(call).change("missing-result");
      return copyResult(NO_RESULT, call);
    }
    // Behind other words: results that follow in messages of their own are where they belong.
    if (next?.parts.every(({ type }) => type !== "result")) this.at(source).change("moved-result");
    return copyResult(source, call);
  }

  // Words that stood before a result stand behind it now.
  private tellOvertaken({ parts }: Message): void {
    let spoken = false;
    for (const part of parts) {
      const answers = part.type === "result" && this.answers(part);
      if (answers && spoken) this.at(part).change("moved-result");
      spoken ||= !answers;
    }
  }

  private orphan(part: ResultPart): readonly Part[] {
    if (this.answers(part)) return NONE;
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

// Beside results a text can only be a block; alone it may be as plain as any.
function withoutResults({ plain, ...message }: Message, parts: readonly Part[]): Message {
  return { ...message, role: message.role === "tool" ? "user" : message.role, parts };
}
