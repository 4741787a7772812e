import type { Json } from "@toolglot/core";

/** One way in which servers of the Chat family stream their calls, and what a client is to see of it. */
export interface Quirk {
  readonly name: string;
  /** Chunks, or frames word for word. */
  readonly frames: readonly (Json | Raw)[];
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  readonly text?: string;
  /** The finish reason; tool calls by default. */
  readonly stop?: "tool" | "end" | "length" | "error";
  readonly usage?: Counts;
  /** What a client of the server's own dialect gets, if it differs. */
  readonly ownUsage?: Counts;
}

export interface Counts {
  readonly input: number;
  readonly output: number;
}

/** Bytes that are no chunk. */
export interface Raw {
  readonly raw: string;
}

export function bytesOf({ frames }: Quirk): string {
  return frames.map((frame) => (isRaw(frame) ? frame.raw : `data: ${JSON.stringify(frame)}\n\n`)).join("");
}

function isRaw(frame: Json | Raw): frame is Raw {
  return typeof frame === "object" && frame !== null && "raw" in frame;
}

export const HEAD = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
export const DONE: Raw = { raw: "data: [DONE]\n\n" };
export const USED = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

export function chunk(delta: Json, rest: object = {}): Json {
  return { ...HEAD, choices: [{ index: 0, delta, ...rest }] } as Json;
}

export function finish(reason: string, rest: object = {}): Json {
  return { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: reason }], ...rest } as Json;
}

/** Chunks that each hold one entry of `tool_calls`. */
export function calling(...entries: Json[]): Json[] {
  return entries.map((entry) => chunk({ tool_calls: [entry] }));
}

export function opener(index: number | undefined, id: string | undefined, name: string, text = ""): Json {
  return {
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    type: "function",
    function: { name, arguments: text },
  };
}

export function more(index: number | undefined, text: string, rest: object = {}): Json {
  return { ...(index === undefined ? {} : { index }), ...rest, function: { arguments: text } } as Json;
}

export const ROLE = chunk({ role: "assistant", content: null });
export const END = [finish("tool_calls"), DONE];
export const BERLIN = { name: "get_weather", arguments: '{"city":"Berlin"}' };
export const TOKYO = { name: "get_time", arguments: '{"city":"Tokyo"}' };
export const BIG = '{"city":"Berlin","n":90071992547409931,"x":1.10}';
