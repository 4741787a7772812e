import { isObject } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import type { JsonObject } from "../../model/json.ts";

/** A call that a stream has begun. */
export interface TrackedCall {
  /** The number of its part. */
  readonly part: number;
  readonly index: number | undefined;
  id: string;
  name: string;
  /** Its arguments so far. */
  text: string;
}

/** What one delta says of a call. */
export interface CallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Finds the call that a delta belongs to. Servers of the family leave out indexes and ids, repeat them, change them with
 * every delta, begin to count at 1 and use one index or id for two calls: an index decides, then an id, then the name.
 */
export class CallTracker {
  private readonly calls: TrackedCall[] = [];

  /** The call that a delta goes on with; `undefined` where it begins one. */
  find(delta: CallDelta): TrackedCall | undefined {
    const known = delta.index === undefined ? this.withoutIndex(delta) : this.withIndex(delta);
    return known === undefined || startsNewCall(known, delta) ? undefined : known;
  }

  open({ index, id, name }: CallDelta, part: number): TrackedCall {
    const call = { part, index, id, name, text: "" };
    this.calls.push(call);
    return call;
  }

  private withIndex({ index, id, name }: CallDelta): TrackedCall | undefined {
    let last: TrackedCall | undefined;
    for (let position = this.calls.length - 1; position >= 0; position--) {
      const call = this.calls[position];
      if (call?.index !== index) continue;
      if (call?.id === id) return call;
      last ??= call;
    }
    return last ?? (name === "" ? this.byId(id) : undefined);
  }

  private withoutIndex({ id, name }: CallDelta): TrackedCall | undefined {
    const last = this.calls.at(-1);
    const same = name === "" || (id === "" && name === last?.name);
    return this.byId(id) ?? (same ? last : undefined);
  }

  private byId(id: string): TrackedCall | undefined {
    return id === "" ? undefined : this.calls.findLast((call) => call.id === id);
  }
}

/** Reads one entry of `tool_calls` in a delta; `exact` gives arguments that are no text, to the digit. */
export function callDelta(entry: JsonObject, exact: () => string): CallDelta {
  const body = isObject(entry.function) ? entry.function : isObject(entry.custom) ? entry.custom : {};
  const sent = body.arguments ?? body.input ?? "";
  return {
    index: typeof entry.index === "number" ? entry.index : undefined,
    id: typeof entry.id === "string" ? entry.id : "",
    name: typeof body.name === "string" ? body.name : "",
    text: typeof sent === "string" ? sent : exact(),
  };
}

/** What some servers send for arguments before the arguments. */
const PLACEHOLDER = "{}";

// Only a delta with a name begins a call: with another id, or after arguments that are complete.
function startsNewCall(call: TrackedCall, { id, name, text }: CallDelta): boolean {
  const opens = text === "" || text.trimStart().startsWith("{");
  if (name === "" || call.name === "" || !opens) return false;
  if (id !== "" && call.id !== "" && id !== call.id) return true;
  const goesOn = call.text === "" || (call.text === PLACEHOLDER && name === call.name);
  return !goesOn && text !== "" && parseInput({ type: "json", text: call.text }).problem === undefined;
}
