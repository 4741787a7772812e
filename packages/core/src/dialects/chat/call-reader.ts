import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { PartNote, PartStart } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { type CallDelta, CallTracker, callDelta, type TrackedCall } from "./call-tracker.ts";
import { signatureIn } from "./quirks/google.ts";

/** Receives the events of calls. */
export interface ChatCallSink {
  open(part: PartStart): number;
  note(part: number, note: PartNote): void;
  delta(part: number, text: string): void;
}

/** Where the text of a delta is, and what it is applied to. */
export interface DeltaTarget {
  readonly pointer: string;
  apply(text: string): void;
}

/** Reads the calls in the deltas of a stream. */
export class ChatCallReader {
  private readonly dialect: string;
  private readonly sink: ChatCallSink;
  private tracked: CallTracker | undefined;
  private unnamed = 0;
  /** Whether there is any call. */
  hasCalls = false;

  constructor(dialect: string, sink: ChatCallSink) {
    this.dialect = dialect;
    this.sink = sink;
  }

  /** Whether a call never got the name of its tool. */
  get lacksName(): boolean {
    return this.unnamed > 0;
  }

  // Most streams have no calls.
  private get tracker(): CallTracker {
    this.tracked ??= new CallTracker();
    return this.tracked;
  }

  /** Reads the calls in one delta; `data` is the chunk that it is in. */
  read({ tool_calls: calls, function_call: legacy }: JsonObject, data: string): void {
    if (isArray(calls))
      for (let position = 0; position < calls.length; position++)
        this.readCall(calls[position] ?? null, data, position);
    if (isObject(legacy)) this.readCall({ index: 0, function: legacy }, data, LEGACY);
  }

  /** What the arguments in a delta are applied to, if the delta has nothing else. */
  deltaTarget([entry, ...others]: readonly Json[]): DeltaTarget | undefined {
    if (!isObject(entry) || others.length > 0 || isObject(entry.extra_content)) return undefined;
    const delta = callDelta(entry, () => "");
    const call = delta.name === "" ? this.tracker.find(delta) : undefined;
    const place = isObject(entry.function) ? "function/arguments" : "custom/input";
    return call && { pointer: `tool_calls/0/${place}`, apply: (text) => this.emitArguments(call, text) };
  }

  private readCall(entry: Json, data: string, position: number): void {
    if (!isObject(entry)) return;
    const delta = callDelta(entry, () => exactArguments(data, position));
    const known = this.tracker.find(delta);
    if (known === undefined && isEmptyDelta(delta)) return;
    this.hasCalls = true;
    const call = known ?? this.open(entry, delta);
    if (known !== undefined) this.complete(known, entry, delta);
    this.emitArguments(call, delta.text);
  }

  private emitArguments(call: TrackedCall, text: string): void {
    if (text === "") return;
    call.text += text;
    this.sink.delta(call.part, text);
  }

  private open(entry: JsonObject, delta: CallDelta): TrackedCall {
    const { id, name } = delta;
    const kind = entry.type === "custom" || isObject(entry.custom) ? "custom" : "function";
    if (name === "") this.unnamed++;
    return this.tracker.open(delta, this.sink.open({ type: "call", kind, id, name, ...this.signatureOf(entry) }));
  }

  // Adds what came late. A name may be repeated in every delta, or come in pieces before the arguments.
  private complete(call: TrackedCall, entry: JsonObject, { id, name }: CallDelta): void {
    const signature = this.signatureOf(entry);
    const named = name !== "" && (call.name === "" || (call.text === "" && name !== call.name));
    const found = id !== "" && call.id === "";
    if (!named && !found && signature.signature === undefined) return;
    if (named && call.name === "") this.unnamed--;
    if (named) call.name += name;
    if (found) this.tracker.identify(call, id);
    this.sink.note(call.part, { name: call.name, id: call.id, ...signature });
  }

  private signatureOf({ extra_content: extra }: JsonObject): Pick<PartNote, "signature"> {
    return isObject(extra) ? { signature: signatureIn(extra, this.dialect) } : {};
  }
}

/** The position of a deprecated `function_call`. */
const LEGACY = -1;

function isEmptyDelta({ id, name, text }: CallDelta): boolean {
  return id === "" && name === "" && text === "";
}

// `JSON.parse` would change large numbers in arguments that are an object.
function exactArguments(data: string, position: number): string {
  const chunk = parseJson(data);
  const choices = isObject(chunk) && isArray(chunk.choices) ? chunk.choices : [];
  const choice = choices.find((each) => isObject(each) && (each.index ?? 0) === 0);
  const delta = isObject(choice) ? (choice.delta ?? choice.message) : undefined;
  const { tool_calls: calls, function_call: legacy } = isObject(delta) ? delta : {};
  const entry = isArray(calls) ? calls[position] : undefined;
  const called = isObject(entry) ? entry.function : undefined;
  const body = position === LEGACY ? legacy : called;
  return isObject(body) ? stringifyJson(body.arguments ?? {}) : "";
}
