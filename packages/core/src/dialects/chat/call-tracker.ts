import { isObject } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import type { JsonObject } from "../../model/json.ts";

/** A call that has started. */
export interface TrackedCall {
  /** The number of its part. */
  readonly part: number;
  readonly index: number | undefined;
  /** Changed by `CallTracker.identify` alone, which finds calls by it. */
  id: string;
  name: string;
  /** Its arguments so far. */
  text: string;
}

/** What one delta has of a call. */
export interface CallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Finds the call that a delta belongs to: by its index, then its id, then its name. Mistral and Google's OpenAI endpoint leave out
 * the index, Alibaba repeats an empty id, Anthropic's OpenAI endpoint counts from 1 after text, and Ollama and SGLang have used one
 * index for several calls (https://github.com/ollama/ollama/issues/15457, https://github.com/sgl-project/sglang/issues/39782).
 */
export class CallTracker {
  private last: TrackedCall | undefined;
  private readonly byId = new Map<string, TrackedCall>();
  private readonly byIndex = new Map<number, CallsOfIndex>();

  /** The call that a delta continues; `undefined` if it starts one. */
  find(delta: CallDelta): TrackedCall | undefined {
    const known = delta.index === undefined ? this.withoutIndex(delta) : this.withIndex(delta, delta.index);
    return known === undefined || startsNewCall(known, delta) ? undefined : known;
  }

  open({ index, id, name }: CallDelta, part: number): TrackedCall {
    const call = { part, index, id, name, text: "" };
    this.last = call;
    if (id !== "") this.byId.set(id, call);
    if (index !== undefined) this.openAt(index, call);
    return call;
  }

  /** Sets the id of a call that had none, and that `find` has just found. */
  identify(call: TrackedCall, id: string): void {
    const namesake = this.byId.get(id);
    if (namesake === undefined || namesake.part < call.part) this.byId.set(id, call);
    if (call.index !== undefined) this.byIndex.get(call.index)?.identify(id);
    call.id = id;
  }

  private openAt(index: number, call: TrackedCall): void {
    const calls = this.byIndex.get(index);
    if (calls === undefined) this.byIndex.set(index, new CallsOfIndex(call));
    else calls.open(call);
  }

  private withIndex({ id, name }: CallDelta, index: number): TrackedCall | undefined {
    return this.byIndex.get(index)?.find(id) ?? (name === "" ? this.byId.get(id) : undefined);
  }

  private withoutIndex({ id, name }: CallDelta): TrackedCall | undefined {
    const { last } = this;
    const same = name === "" || (id === "" && name === last?.name);
    return this.byId.get(id) ?? (same ? last : undefined);
  }
}

/** The calls with one index, of which there should be one. */
class CallsOfIndex {
  private last: TrackedCall;
  private readonly byId = new Map<string, TrackedCall>();
  private readonly unidentified: TrackedCall[] = [];

  constructor(first: TrackedCall) {
    this.last = first;
    this.open(first);
  }

  open(call: TrackedCall): void {
    this.last = call;
    if (call.id === "") this.unidentified.push(call);
    else this.byId.set(call.id, call);
  }

  /** The last call with this id, or else the last one. */
  find(id: string): TrackedCall {
    if (this.last.id === id) return this.last;
    return (id === "" ? this.unidentified.at(-1) : this.byId.get(id)) ?? this.last;
  }

  /** Sets the id of the last call: an id that no call has is taken for that of the last one. */
  identify(id: string): void {
    this.unidentified.pop();
    this.byId.set(id, this.last);
  }
}

function bodyOf({ function: called, custom }: JsonObject): JsonObject {
  if (isObject(called)) return called;
  return isObject(custom) ? custom : {};
}

/** Reads one entry of `tool_calls` in a delta; `exact` returns arguments that are an object as text, to the digit. */
export function callDelta(entry: JsonObject, exact: () => string): CallDelta {
  const body = bodyOf(entry);
  const sent = body.arguments ?? body.input ?? "";
  return {
    index: typeof entry.index === "number" ? entry.index : undefined,
    id: typeof entry.id === "string" ? entry.id : "",
    name: typeof body.name === "string" ? body.name : "",
    text: typeof sent === "string" ? sent : exact(),
  };
}

/** Proxies of Anthropic send its empty `input` before the arguments: https://github.com/envoyproxy/ai-gateway/issues/1465 */
const PLACEHOLDER = "{}";

// A delta with a name starts a call if it has another id, or if the arguments before it are complete.
function startsNewCall(call: TrackedCall, { id, name, text }: CallDelta): boolean {
  const opens = text === "" || text.trimStart().startsWith("{");
  if (name === "" || call.name === "" || !opens) return false;
  if (id !== "" && call.id !== "" && id !== call.id) return true;
  const continues = call.text === "" || (call.text === PLACEHOLDER && name === call.name);
  return !continues && text !== "" && parseInput({ type: "json", text: call.text }).problem === undefined;
}
