import type { Json, JsonObject } from "@toolglot/core";
import { isObject, stringifyJson } from "@toolglot/core/base";
import type { SimFrame } from "../dialects/dialect.ts";
import { object, objects, string } from "../dialects/reading.ts";
import type { Fault } from "./fault.ts";

/**
 * What OpenAI-compatible servers do wrong in tool calls. Most of them change nothing in dialects that send calls in another
 * form.
 */
export const callFaults: readonly Fault[] = [
  { name: "interleave", does: "The pieces of two calls take turns.", twoCalls: true, frames: interleaved },
  {
    name: "same-index",
    does: "Two calls have the same index.",
    twoCalls: true,
    frames: (frames) => frames.map((frame) => mapCall(frame, (call) => ({ ...call, index: 0 }))),
  },
  {
    name: "no-index",
    does: "Calls have no index.",
    frames: (frames) => frames.map((frame) => mapCall(frame, ({ index: _, ...call }) => call)),
  },
  {
    name: "index-one",
    does: "The first call has the index 1.",
    frames: (frames) => frames.map((frame) => mapCall(frame, (call) => ({ ...call, index: Number(call.index) + 1 }))),
  },
  {
    name: "repeat-id",
    does: "Every piece of a call repeats its id and its name.",
    frames: repeated,
  },
  { name: "late-name", does: "A call's name comes after its first arguments.", frames: lateName },
  { name: "split-name", does: "A call's name comes in two pieces.", frames: (frames) => frames.flatMap(splitName) },
  {
    name: "args-object",
    does: "Arguments are an object where they should be JSON text.",
    frames: (frames) => atOnce(frames, (text) => JSON.parse(text)),
    body: (value) => mapWhole(value, (text) => JSON.parse(text)),
  },
  {
    name: "double-encoded",
    does: "Arguments are JSON text inside of JSON text.",
    frames: (frames) => atOnce(frames, (text) => JSON.stringify(text)),
    body: (value) => mapWhole(value, (text) => JSON.stringify(text)),
  },
  {
    name: "bad-arguments",
    does: "Arguments are not JSON.",
    frames: (frames) => atOnce(frames, (text) => text.slice(0, -1)),
    body: (value) => mapWhole(value, (text) => text.slice(0, -1)),
  },
];

function callIn({ data }: SimFrame): JsonObject | undefined {
  if (typeof data === "string") return undefined;
  return objects(object(objects(data.choices)[0]?.delta).tool_calls)[0];
}

function mapCall(frame: SimFrame, change: (call: JsonObject) => JsonObject): SimFrame {
  const call = callIn(frame);
  if (call === undefined || typeof frame.data === "string") return frame;
  const [choice, ...others] = objects(frame.data.choices);
  const delta = { ...object(choice?.delta), tool_calls: [change(call)] };
  return { ...frame, data: { ...frame.data, choices: [{ ...choice, delta }, ...others] } };
}

function withFunction(frame: SimFrame, change: (fields: JsonObject) => JsonObject): SimFrame {
  return mapCall(frame, (call) => ({ ...call, function: change(object(call.function)) }));
}

function nameIn(frame: SimFrame): string {
  return string(object(callIn(frame)?.function).name);
}

/** The frames of the last two calls; dialects that stream calls distinguish them by an index. */
function interleaved(frames: readonly SimFrame[]): SimFrame[] {
  const [one, other] = [...new Set(frames.map(laneOf))].filter((lane) => lane !== undefined).slice(-2);
  if (other === undefined) return [...frames];
  const isTheirs = (frame: SimFrame) => laneOf(frame) === one || laneOf(frame) === other;
  const of = (lane: Json | undefined) => frames.filter((frame) => laneOf(frame) === lane);
  const [ones, others] = [of(one), of(other)];
  const mixed = Array.from({ length: Math.max(ones.length, others.length) }, (_, at) => [ones[at], others[at]]).flat();
  const first = frames.findIndex(isTheirs);
  const after = frames.slice(first).filter((frame) => !isTheirs(frame));
  return [...frames.slice(0, first), ...mixed.filter((frame) => frame !== undefined), ...after];
}

function laneOf(frame: SimFrame): Json | undefined {
  const { data } = frame;
  return (
    callIn(frame)?.index ??
    (typeof data === "string" ? undefined : (data.output_index ?? data.contentBlockIndex ?? data.index))
  );
}

function repeated(frames: readonly SimFrame[]): SimFrame[] {
  let opener: JsonObject = {};
  return frames.map((frame) =>
    mapCall(frame, (call) => {
      if (call.id !== undefined) opener = call;
      const { id = "", type = "function" } = opener;
      return { ...call, id, type, function: { name: string(object(opener.function).name), ...object(call.function) } };
    }),
  );
}

function lateName(frames: readonly SimFrame[]): SimFrame[] {
  let late = "";
  return frames.map((frame) => {
    const name = nameIn(frame);
    const fields = object(callIn(frame)?.function);
    if (name !== "") {
      late = name;
      return withFunction(frame, ({ name: _, ...rest }) => rest);
    }
    if (late === "" || fields.arguments === undefined) return frame;
    const heldName = late;
    late = "";
    return withFunction(frame, (rest) => ({ ...rest, name: heldName }));
  });
}

function splitName(frame: SimFrame): SimFrame[] {
  const name = nameIn(frame);
  if (name === "") return [frame];
  const half = Math.ceil(name.length / 2);
  const second = mapCall(frame, ({ index = 0 }) => ({ index, function: { name: name.slice(half) } }));
  return [withFunction(frame, (fields) => ({ ...fields, name: name.slice(0, half) })), second];
}

/** Changes the arguments in the first delta of each call. */
function atOnce(frames: readonly SimFrame[], change: (text: string) => JsonObject | string): SimFrame[] {
  const textOf = (index: unknown) =>
    frames
      .map(callIn)
      .filter((call) => call?.index === index)
      .map((call) => string(object(call?.function).arguments))
      .join("");
  return frames.flatMap((frame) => {
    const call = callIn(frame);
    if (call === undefined || !isObject(call.function)) return [frame];
    if (call.id === undefined) return [];
    return [withFunction(frame, (fields) => ({ ...fields, arguments: change(textOf(call.index)) }))];
  });
}

function mapWhole(value: JsonObject, change: (text: string) => JsonObject | string): JsonObject {
  const choices = objects(value.choices).map((choice) => {
    const message = object(choice.message);
    const calls = objects(message.tool_calls).map((call) => {
      const fields = object(call.function);
      return { ...call, function: { ...fields, arguments: change(string(fields.arguments) || stringifyJson({})) } };
    });
    return calls.length === 0 ? choice : { ...choice, message: { ...message, tool_calls: calls } };
  });
  return choices.length === 0 ? value : { ...value, choices };
}
