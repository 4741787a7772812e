import { escaped } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** An event of a stream; its name stands in it as well. */
export function frame(type: string, fields: JsonObject): string {
  return `event: ${type}\ndata: ${stringifyJson({ ...fields, event_type: type })}\n\n`;
}

/** The end of every stream: https://ai.google.dev/gemini-api/docs/interactions/streaming */
export const DONE = "event: done\ndata: [DONE]\n\n";

/** Prepares the deltas of one text: everything but the text is the same in each. */
export function deltaFrames(index: number, kind: DeltaKind): (text: string) => string {
  const [before, after] = AROUND[kind];
  const head = `event: step.delta\ndata: {"index":${index},"delta":${before}"`;
  const tail = `"${after},"event_type":"step.delta"}\n\n`;
  return (text) => head + escaped(text) + tail;
}

/** What the deltas of a text are. */
export type DeltaKind = "text" | "thought_summary" | "arguments_delta";

/** The JSON of a delta, before and after its text. */
const AROUND: Readonly<Record<DeltaKind, readonly [before: string, after: string]>> = {
  text: around({ type: "text", text: "" }),
  thought_summary: around({ type: "thought_summary", content: { type: "text", text: "" } }),
  arguments_delta: around({ type: "arguments_delta", arguments: "" }),
};

function around(delta: Json): readonly [string, string] {
  const json = stringifyJson(delta);
  const at = json.lastIndexOf('""');
  return [json.slice(0, at), json.slice(at + 2)];
}
