// GPT models sometimes call a tool that was never declared, `multi_tool_use.parallel`, with the calls that they want to
// make as its arguments. The client gets those calls in its place.

import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { CallPart } from "../../model/call.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import type { ToolSet } from "../tools/tool-set.ts";

/** How calls that hold other calls are recognized. */
export interface CallWrapper {
  readonly tools: ToolSet | undefined;
  /** The names of such calls. */
  readonly wrapper: RegExp | undefined;
}

/** The calls inside of a call to an undeclared wrapper tool, by which a model makes several calls at once. */
export function unwrapCalls(call: CallPart, wrapping: CallWrapper, report: Report): readonly CallPart[] {
  if (!isWrapper(call, wrapping)) return [call];
  const inner = callsIn(parseInput(call.input).value, wrapping);
  if (inner === undefined) return [call];
  nodeReport(call, report).change("unwrapped-calls");
  const { signature, extras, ...rest } = call;
  return inner.map(({ name, input }, index) => ({
    ...rest,
    ...(index === 0 && signature !== undefined ? { signature } : {}),
    id: innerId(call.id, index),
    name,
    input: { type: "value", value: input },
  }));
}

/** The same for a stream: a wrapper call is held back until it is complete, everything else is passed on. */
export function unwrapCallsInStream(
  wrapping: CallWrapper,
  report: Report,
  emit: (event: StreamEvent) => void,
): (event: StreamEvent) => void {
  if (wrapping.wrapper === undefined || wrapping.tools === undefined) return emit;
  const unwrapper = new Unwrapper(wrapping, report, emit);
  return (event) => unwrapper.take(event);
}

interface InnerCall {
  readonly name: string;
  readonly input: JsonObject;
}

function isWrapper({ kind, name }: Pick<CallPart, "kind" | "name">, { tools, wrapper }: CallWrapper): boolean {
  return kind !== "custom" && tools !== undefined && wrapper?.test(name) === true && !tools.isSent(name);
}

// Unless every call is of a declared tool, the wrapper call stays as it is.
function callsIn(value: unknown, { tools }: CallWrapper): readonly InnerCall[] | undefined {
  const uses = isObject(value as JsonObject) ? (value as JsonObject).tool_uses : undefined;
  if (!isArray(uses) || uses.length === 0) return undefined;
  const calls = uses.flatMap((use): InnerCall[] => {
    const { recipient_name: recipient, parameters } = isObject(use) ? use : ({} as JsonObject);
    const name = typeof recipient === "string" ? recipient.replace(/^functions\./, "") : "";
    return tools?.isSent(name) === true && isObject(parameters) ? [{ name, input: parameters }] : [];
  });
  return calls.length === uses.length ? calls : undefined;
}

function innerId(id: string, index: number): string {
  return id === "" ? "" : `${id}_${index + 1}`;
}

type CallStart = PartStart & { readonly type: "call" };

interface HeldCall {
  start: CallStart;
  text: string;
}

function withNote(start: CallStart, { id = "", signature = start.signature }: PartNote): CallStart {
  return { ...start, id: start.id || id, ...(signature === undefined ? {} : { signature }) };
}

/** Numbers for the unwrapped parts, beyond those of any provider. */
const FIRST = 1_000_000;

class Unwrapper {
  private readonly wrapping: CallWrapper;
  private readonly report: Report;
  private readonly emit: (event: StreamEvent) => void;
  private readonly held = new Map<number, HeldCall>();
  private next = FIRST;

  constructor(wrapping: CallWrapper, report: Report, emit: (event: StreamEvent) => void) {
    this.wrapping = wrapping;
    this.report = report;
    this.emit = emit;
  }

  take(event: StreamEvent): void {
    if (event.type === "part-start" && event.part.type === "call" && isWrapper(event.part, this.wrapping)) {
      this.held.set(event.index, { start: event.part, text: "" });
      return;
    }
    if (this.held.size > 0 && this.holds(event)) return;
    this.emit(event);
  }

  private holds(event: StreamEvent): boolean {
    if (event.type === "response-end") for (const index of [...this.held.keys()]) this.release(index);
    const held = "index" in event ? this.held.get(event.index) : undefined;
    if (held === undefined) return false;
    if (event.type === "part-delta") held.text += event.text;
    else if (event.type === "part-note") held.start = withNote(held.start, event.note);
    else if (event.type === "part-end") this.release(event.index);
    return true;
  }

  private release(index: number): void {
    const held = this.held.get(index);
    if (held === undefined) return;
    this.held.delete(index);
    const { start, text } = held;
    const inner = callsIn(parseInput({ type: "json", text }).value, this.wrapping);
    if (inner === undefined) {
      this.emitCall(index, start, text);
      return;
    }
    this.report.change("unwrapped-calls");
    const { signature, ...rest } = start;
    for (const [position, { name, input }] of inner.entries()) {
      const signed = position === 0 && signature !== undefined ? { signature } : {};
      const call = { ...rest, ...signed, id: innerId(start.id, position), name };
      this.emitCall(this.next++, call, stringifyJson(input));
    }
  }

  private emitCall(index: number, part: CallStart, text: string): void {
    this.emit({ type: "part-start", index, part });
    this.emit({ type: "part-delta", index, text });
    this.emit({ type: "part-end", index });
  }
}
