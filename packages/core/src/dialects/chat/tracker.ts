import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** A call that a stream has begun. */
export interface TrackedCall {
  /** The number of its part. */
  readonly part: number;
  readonly index: number | undefined;
  id: string;
  name: string;
  /** Whether its arguments have begun. */
  argued: boolean;
}

/** What one delta says of a call. */
export interface CallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Finds the call that a delta belongs to. Servers of the family leave out indexes and ids, repeat them, begin them at 1
 * and use one for two calls: an id that is known under the same index, or a name under a new one, decides.
 */
export class CallTracker {
  readonly calls: TrackedCall[] = [];

  find(delta: CallDelta): TrackedCall | undefined {
    return delta.index === undefined ? this.withoutIndex(delta) : this.withIndex(delta);
  }

  open(delta: CallDelta, part: number): TrackedCall {
    const call = { part, index: delta.index, id: delta.id, name: delta.name, argued: false };
    this.calls.push(call);
    return call;
  }

  private withIndex({ index, id, name, text }: CallDelta): TrackedCall | undefined {
    const last = this.calls.findLast((call) => call.index === index);
    if (last === undefined) return name === "" && id !== "" ? this.byId(id) : undefined;
    if (id === "" || last.id === "" || id === last.id) return last;
    const begins = name !== "" || text.trimStart().startsWith("{");
    return this.calls.findLast((call) => call.index === index && call.id === id) ?? (begins ? undefined : last);
  }

  private withoutIndex({ id, name }: CallDelta): TrackedCall | undefined {
    if (id !== "") return this.byId(id);
    return name === "" ? this.calls.at(-1) : undefined;
  }

  private byId(id: string): TrackedCall | undefined {
    return this.calls.findLast((call) => call.id === id);
  }
}

/** Reads one entry of `tool_calls` in a delta; `exact` gives the entry with every digit, where arguments are an object. */
export function callDelta(entry: JsonObject, write: (value: Json) => string): CallDelta {
  const body = isObject(entry.function) ? entry.function : isObject(entry.custom) ? entry.custom : {};
  const sent = body.arguments ?? body.input ?? "";
  return {
    index: typeof entry.index === "number" ? entry.index : undefined,
    id: typeof entry.id === "string" ? entry.id : "",
    name: typeof body.name === "string" ? body.name : "",
    text: typeof sent === "string" ? sent : write(sent),
  };
}
