import { isObject } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import type { JsonObject } from "../../model/json.ts";

/** A call that has started. */
export interface TrackedCall {
  /** The number of its part. */
  readonly part: number;
  readonly index: number | undefined;
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
  private readonly calls: TrackedCall[] = [];

  /** The call that a delta continues; `undefined` if it starts one. */
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

/** Reads one entry of `tool_calls` in a delta; `exact` returns arguments that are an object as text, to the digit. */
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
