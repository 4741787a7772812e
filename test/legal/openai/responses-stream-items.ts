import { equal, type Json } from "../../support/json.ts";
import type { Place } from "./place.ts";
import { checkOutputItem } from "./responses-object.ts";
import type { StreamState } from "./responses-stream.ts";
import { expectEqual, expectKind } from "./shape.ts";

/** A text that grows by deltas. */
export interface Slot {
  text: string;
  done?: string;
}

/** A part of the open item. */
export interface PartState extends Slot {
  readonly type: string;
  annotations: number;
  /** The part as it was when it was done. */
  final?: Json;
}

/** The item that is being written. */
export interface ItemState {
  readonly index: number;
  readonly added: Place;
  readonly slot: Slot;
  readonly content: PartState[];
  readonly summary: PartState[];
}

/** B7: events of hosted tools, held to their item only. The two of apply_patch were recorded and are in no published list. */
export const HOSTED_EVENTS: readonly string[] = [
  ...["in_progress", "searching", "completed"].flatMap((state) => [
    `response.file_search_call.${state}`,
    `response.web_search_call.${state}`,
  ]),
  ...["in_progress", "interpreting", "completed"].map((state) => `response.code_interpreter_call.${state}`),
  ...["in_progress", "generating", "partial_image", "completed"].map(
    (state) => `response.image_generation_call.${state}`,
  ),
  ...["in_progress", "completed", "failed"].flatMap((state) => [
    `response.mcp_call.${state}`,
    `response.mcp_list_tools.${state}`,
  ]),
  ...["added", "delta", "done"].map((state) => `response.shell_call_command.${state}`),
  ...["delta", "done"].map((state) => `response.shell_call_output_content.${state}`),
  ...["delta", "done"].map((state) => `response.apply_patch_call_operation_diff.${state}`),
];

export function checkHosted(event: Place, state: StreamState): void {
  openItem(event, state);
}

/** The open item, if the event is about it. */
export function openItem(event: Place, state: StreamState): ItemState | undefined {
  const item = state.open;
  if (item === undefined || event.at("output_index").value !== item.index) {
    event.at("output_index").fail("stream.item-open", "not the open item");
    return undefined;
  }
  const id = item.added.at("id");
  if (id.given || event.at("item_id").given) expectEqual(event.at("item_id"), "stream.item-id", id.value ?? null);
  return item;
}

export function checkItemAdded(event: Place, state: StreamState): void {
  const [added, index] = [event.at("item"), event.at("output_index")];
  if (state.open !== undefined) event.fail("stream.item-open", `item ${state.open.index} is not done`);
  expectEqual(index, "stream.item-index", state.done.length);
  expectKind(added.at("id"), "stream.item-id", "non-empty string");
  expectKind(added.at("type"), "stream.shape", "non-empty string");
  state.open = { index: Number(index.value), added, slot: { text: "" }, content: [], summary: [] };
}

export function checkItemDone(event: Place, state: StreamState): void {
  const [item, done] = [state.open, event.at("item")];
  if (item === undefined || event.at("output_index").value !== item.index) {
    event.at("output_index").fail("stream.item-open", "not the open item");
    return;
  }
  for (const key of IDENTITY[done.at("type").text] ?? ["id", "type"]) {
    expectEqual(done.at(key), "stream.item-id", item.added.at(key).value ?? null);
  }
  checkOutputItem(done);
  checkParts(done.at("content"), item.content);
  checkParts(done.at("summary"), item.summary);
  checkSlot(done, item.slot);
  state.done.push(done.value ?? null);
  delete state.open;
}

// B1: the call_id of a client's tool search changes, so that only these two kinds are held to theirs.
const IDENTITY: Readonly<Record<string, readonly string[]>> = {
  function_call: ["id", "type", "call_id", "name"],
  custom_tool_call: ["id", "type", "call_id", "name"],
};

function checkParts(place: Place, parts: readonly PartState[]): void {
  if (parts.some(({ final }) => final === undefined)) place.fail("stream.part", "a part is not done");
  const finals = parts.map(({ final }) => final ?? null);
  if (!equal(place.given ? place.value : [], finals)) place.fail("stream.text", "not the parts that were done");
}

const SLOTS: Readonly<Record<string, string>> = {
  function_call: "arguments",
  custom_tool_call: "input",
  mcp_call: "arguments",
  code_interpreter_call: "code",
};

// B7: the text of a call is done before its item, and the same there.
function checkSlot(item: Place, slot: Slot): void {
  const field = SLOTS[item.at("type").text];
  if (field === undefined) return;
  if (slot.done === undefined) item.fail("stream.text", `no ${field} done`);
  else expectEqual(item.at(field), "stream.text", slot.done);
}
