import { isObject, type Json } from "../../support/json.ts";
import { Place, parsePlace } from "../place.ts";
import { splitSse } from "../sse.ts";
import type { Violation } from "../types.ts";
import { CUT, checkEnvelope, checkOutput, checkStop, checkUsage, STOP_REASONS } from "./response.ts";

interface Block {
  readonly start: Place;
  json: string;
  signature: string;
  closed: boolean;
}

/** What the SDK's accumulator would hold after the events so far. */
interface State {
  started: boolean;
  readonly blocks: Block[];
  reason?: Place;
  ended?: "message_stop" | "error";
}

type Handler = (event: Place, state: State) => void;

// A11: the order of events, and the table of what the accumulators need.
export function checkStream(text: string): Violation[] {
  const root = new Place(null);
  const state: State = { started: false, blocks: [] };
  for (const [index, { event, data }] of splitSse(text).entries())
    for (const place of parsePlace(data, `/${index}`, root.found)) checkEvent(place, event, state);
  root.badIf(!/(\r\n\r\n|\n\n|\r\r)$/.test(text), "stream-end", "the last event needs its blank line");
  checkEnd(root, state);
  return root.found;
}

function checkEvent(event: Place, name: string | undefined, state: State): void {
  const type = event.at("type").text;
  event.badIf(name !== type, "event-line", `the event line says ${name}, the data ${type}`);
  event.badIf(state.ended !== undefined, "event-after-end", `${type} after ${state.ended}`);
  const needsStart = type !== "message_start" && type !== "ping" && type !== "error";
  event.badIf(needsStart && !state.started, "event-order", `${type} before message_start`);
  const handler = HANDLERS[type];
  if (handler === undefined) event.bad("event-type", `${type} is not an event`);
  else handler(event, state);
}

const start: Handler = (event, state) => {
  event.badIf(state.started, "event-order", "a second message_start");
  state.started = true;
  const message = event.at("message");
  checkEnvelope(message);
  checkUsage(message.at("usage"));
  if (message.at("content").is("array", "start-content"))
    message.at("content").badIf(message.at("content").items().length > 0, "start-content", "must be empty");
};

const startBlock: Handler = (event, state) => {
  const { blocks } = state;
  event.badIf(blocks.at(-1)?.closed === false, "block-order", "the block before is still open");
  event.badIf(state.reason !== undefined, "event-order", "a block after message_delta");
  event.at("index").badIf(event.at("index").value !== blocks.length, "block-index", `must be ${blocks.length}`);
  const block = event.at("content_block");
  // A thinking block is signed later, in its delta.
  if (block.at("type").value !== "thinking") checkOutput(block, true);
  blocks.push({ start: block, json: "", signature: block.at("signature").text, closed: false });
};

const DELTAS: Readonly<Record<string, readonly string[]>> = {
  text: ["text_delta", "citations_delta"],
  thinking: ["thinking_delta", "signature_delta"],
  tool_use: ["input_json_delta"],
  server_tool_use: ["input_json_delta"],
  mcp_tool_use: ["input_json_delta"],
  compaction: ["compaction_delta"],
};

const PAYLOADS: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "signature",
  input_json_delta: "partial_json",
};

const delta: Handler = (event, { blocks }) => {
  const block = openBlock(event, blocks);
  if (block === undefined) return;
  const change = event.at("delta");
  const [kind, type] = [block.start.at("type").text, change.at("type").text];
  change.badIf(!(DELTAS[kind] ?? []).includes(type), "delta-kind", `${type} in a ${kind} block`);
  const payload = PAYLOADS[type];
  if (payload !== undefined) change.at(payload).is("string", "delta-payload");
  change.badIf(type === "thinking_delta" && block.signature !== "", "signature-last", "thinking after its signature");
  block.json += change.at("partial_json").text;
  block.signature = change.at("signature").text || block.signature;
};

const stopBlock: Handler = (event, { blocks }) => {
  const block = openBlock(event, blocks);
  if (block !== undefined) block.closed = true;
};

function openBlock(event: Place, blocks: readonly Block[]): Block | undefined {
  const block = blocks.at(-1);
  const right = block?.closed === false && event.at("index").value === blocks.length - 1;
  event.badIf(!right, "block-order", `no block ${String(event.at("index").value)} is open`);
  return right ? block : undefined;
}

const messageDelta: Handler = (event, state) => {
  event.badIf(state.blocks.at(-1)?.closed === false, "block-order", "message_delta while a block is open");
  if (event.at("usage").is("object", "delta-usage")) event.at("usage").at("output_tokens").is("count", "delta-usage");
  const reason = event.at("delta").at("stop_reason");
  if (reason.exists) reason.oneOf(STOP_REASONS, "stop-reason");
  if (reason.exists) state.reason = reason;
};

const messageStop: Handler = (event, state) => {
  event.badIf(state.reason === undefined, "event-order", "message_stop without a stop_reason");
  state.ended ??= "message_stop";
};

// A11, A12.
const error: Handler = (event, state) => {
  state.ended ??= "error";
  event.at("error").at("type").is("string", "error-shape");
  event.at("error").at("message").is("string", "error-shape");
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  message_start: start,
  content_block_start: startBlock,
  content_block_delta: delta,
  content_block_stop: stopBlock,
  message_delta: messageDelta,
  message_stop: messageStop,
  ping: () => {},
  error,
};

function checkEnd(root: Place, state: State): void {
  if (state.ended === "error") return;
  root.badIf(!state.started, "event-order", "message_start is missing");
  root.badIf(state.ended === undefined, "message-stop", "message_stop is missing");
  const cut = CUT.includes(state.reason?.text ?? "");
  for (const [index, block] of state.blocks.entries()) checkWhole(block, cut && index === state.blocks.length - 1);
  const starts = state.blocks.map((block) => block.start);
  if (state.reason !== undefined) checkStop(state.reason, starts);
}

function checkWhole({ start, json, signature, closed }: Block, cut: boolean): void {
  start.badIf(!closed, "block-order", "the block is never closed");
  if (cut) return;
  start.badIf(json !== "" && !isObject(parsed(json)), "input-json", `is no JSON object: ${json.slice(0, 60)}`);
  const unsigned = start.at("type").value === "thinking" && signature === "";
  start.badIf(unsigned, "thinking-signature", "a signature_delta must come before the stop");
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
