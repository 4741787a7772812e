import type { Place } from "./place.ts";
import type { StreamState } from "./responses-stream.ts";
import { openItem, type PartState, type Slot } from "./responses-stream-items.ts";
import { expectEqual, expectKind, expectOneOf } from "./shape.ts";

type Handler = (event: Place, state: StreamState) => void;
type List = "content" | "summary";

/** B7: parts of messages and of reasoning. */
export const PART_EVENTS: Readonly<Record<string, Handler>> = {
  "response.content_part.added": (event, state) => addPart(event, state, "content"),
  "response.content_part.done": (event, state) => endPart(event, state, "content"),
  "response.reasoning_summary_part.added": (event, state) => addPart(event, state, "summary"),
  "response.reasoning_summary_part.done": (event, state) => endPart(event, state, "summary"),
  "response.output_text.annotation.added": (event, state) => {
    const part = findPart(event, state, "content");
    if (part === undefined) return;
    expectEqual(event.at("annotation_index"), "stream.part", part.annotations);
    part.annotations += 1;
  },
};

interface Text {
  readonly field: string;
  readonly list?: List;
  /** The kind of part, or of item, that it is the text of. */
  readonly of: string;
}

const TEXTS: Readonly<Record<string, Text>> = {
  "response.output_text": { field: "text", list: "content", of: "output_text" },
  "response.refusal": { field: "refusal", list: "content", of: "refusal" },
  "response.reasoning_text": { field: "text", list: "content", of: "reasoning_text" },
  "response.reasoning_summary_text": { field: "text", list: "summary", of: "summary_text" },
  "response.function_call_arguments": { field: "arguments", of: "function_call" },
  "response.custom_tool_call_input": { field: "input", of: "custom_tool_call" },
  "response.mcp_call_arguments": { field: "arguments", of: "mcp_call" },
  "response.code_interpreter_call_code": { field: "code", of: "code_interpreter_call" },
};

/** B7: deltas, and the done that has them all. */
export const TEXT_EVENTS: Readonly<Record<string, Handler>> = Object.fromEntries(
  Object.entries(TEXTS).flatMap(([type, text]): [string, Handler][] => [
    [`${type}.delta`, (event, state) => addText(event, findSlot(event, state, text))],
    [`${type}.done`, (event, state) => endText(event.at(text.field), findSlot(event, state, text))],
  ]),
);

function addPart(event: Place, state: StreamState, list: List): void {
  const item = openItem(event, state);
  if (item === undefined) return;
  expectEqual(event.at(indexOf(list)), "stream.part", item[list].length);
  if (item[list].some(({ final }) => final === undefined)) event.fail("stream.part", "the part before is not done");
  const types = list === "summary" ? ["summary_text"] : ["output_text", "refusal", "reasoning_text"];
  expectOneOf(event.at("part").at("type"), "stream.part", types);
  item[list].push({ type: event.at("part").at("type").text, text: "", annotations: 0 });
}

function endPart(event: Place, state: StreamState, list: List): void {
  const part = findPart(event, state, list);
  if (part === undefined) return;
  const final = event.at("part");
  const field = part.type === "refusal" ? "refusal" : "text";
  if (part.done === undefined) event.fail("stream.text", `no ${field} done`);
  else expectEqual(final.at(field), "stream.text", part.done);
  expectEqual(final.at("type"), "stream.part", part.type);
  part.final = final.value ?? null;
}

function findPart(event: Place, state: StreamState, list: List): PartState | undefined {
  const item = openItem(event, state);
  if (item === undefined) return undefined;
  const part = item[list][Number(event.at(indexOf(list)).value)];
  if (part === undefined || part.final !== undefined) event.at(indexOf(list)).fail("stream.part", "no open part");
  return part;
}

function indexOf(list: List): string {
  return list === "summary" ? "summary_index" : "content_index";
}

function findSlot(event: Place, state: StreamState, { list, of }: Text): Slot | undefined {
  if (list !== undefined) {
    const part = findPart(event, state, list);
    if (part !== undefined && part.type !== of) event.fail("stream.part", `a part of type ${part.type}`);
    return part;
  }
  const item = openItem(event, state);
  if (item !== undefined) expectEqual(item.added.at("type"), "stream.part", of);
  return item?.slot;
}

function addText(event: Place, slot: Slot | undefined): void {
  if (!expectKind(event.at("delta"), "stream.shape", "string") || slot === undefined) return;
  if (slot.done !== undefined) event.fail("stream.text", "a delta after its done");
  slot.text += event.at("delta").text;
}

function endText(done: Place, slot: Slot | undefined): void {
  if (slot === undefined) return;
  expectEqual(done, "stream.text", slot.text);
  slot.done = done.text;
}
