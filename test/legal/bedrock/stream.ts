import { isObject } from "../../support/json.ts";
import { Place, parsePlace } from "../place.ts";
import type { Violation } from "../types.ts";
import { parsed } from "./parsed.ts";
import { CUT, checkCall, checkStop, checkUsage, isWaiting, STOP_REASONS } from "./response.ts";

/** What a client has collected so far. */
interface State {
  started: boolean;
  /** The number of blocks so far, and the open one. */
  blocks: number;
  open?: { readonly kind: string; input: string };
  calls: number;
  /** The inputs of calls, which must be JSON unless the response was cut. */
  readonly inputs: { readonly place: Place; readonly text: string }[];
  reason?: Place;
  ended?: string;
}

// Part D, "Stream events": each line is one event, as the SDK yields it.
export function checkStream(text: string): Violation[] {
  const root = new Place(null);
  const state: State = { started: false, blocks: 0, calls: 0, inputs: [] };
  const lines = text.split("\n").filter((line) => line !== "");
  for (const [index, line] of lines.entries())
    for (const place of parsePlace(line, `/${index}`, root.found)) checkEvent(place, state);
  root.badIf(!text.endsWith("\n"), "stream-end", "the last event needs its line end");
  root.badIf(state.ended === undefined, "stream-end", "neither metadata nor an exception ends the stream");
  if (state.ended === "metadata") checkInputs(state);
  return root.found;
}

function checkEvent(line: Place, state: State): void {
  const [name = "", ...others] = Object.keys(line.object);
  line.badIf(others.length > 0, "event-shape", "an event has exactly one kind");
  line.badIf(state.ended !== undefined, "event-after-end", `${name} after ${state.ended}`);
  const event = line.at(name);
  if (EXCEPTIONS.includes(name)) {
    state.ended = name;
    event.at("message").is("string", "exception");
    return;
  }
  line.badIf(name !== "messageStart" && !state.started, "event-order", `${name} before messageStart`);
  const handler = HANDLERS[name];
  if (handler === undefined) line.bad("event-type", `${name} is not an event`);
  else handler(event, state);
}

const EXCEPTIONS: readonly string[] =
  `internalServerException modelStreamErrorException validationException throttlingException
  serviceUnavailableException`.split(/\s+/);

type Handler = (event: Place, state: State) => void;

const start: Handler = (event, state) => {
  event.badIf(state.started, "event-order", "a second messageStart");
  state.started = true;
  event.at("role").oneOf(["assistant"], "message-role");
};

// "only for toolUse/toolResult/image; text has none".
const blockStart: Handler = (event, state) => {
  checkIndex(event, state);
  event.badIf(state.open !== undefined, "block-order", "the last block is still open");
  const [kind = ""] = Object.keys(event.at("start").object);
  event.at("start").badIf(!["toolUse", "toolResult", "image"].includes(kind), "block-start", "such blocks have none");
  if (kind === "toolUse") {
    checkCall(event.at("start").at(kind), false);
    if (isWaiting(event.at("start").at(kind))) state.calls++;
  }
  state.open = { kind, input: "" };
};

const delta: Handler = (event, state) => {
  checkIndex(event, state);
  const [kind = "", ...others] = Object.keys(event.at("delta").object);
  event.at("delta").badIf(others.length > 0, "delta-shape", "a delta has exactly one kind");
  const piece = event.at("delta").at(kind);
  const known = kind === "citation" ? "text" : kind;
  event.badIf((state.open?.kind ?? known) !== known, "delta-kind", `${kind} in a block of ${state.open?.kind}`);
  event.badIf(state.open === undefined && kind === "toolUse", "block-start", "a call needs contentBlockStart");
  state.open ??= { kind: known, input: "" };
  if (kind === "text") piece.is("string", "delta-text");
  else if (kind === "reasoningContent") checkReasoning(piece);
  else if (kind === "toolUse" && piece.at("input").is("string", "delta-input"))
    state.open.input += piece.at("input").text;
};

function checkReasoning(piece: Place): void {
  const [kind = "", ...others] = Object.keys(piece.object);
  const known = ["text", "signature", "redactedContent"].includes(kind) && others.length === 0;
  piece.badIf(!known, "delta-reasoning", "must be text, signature or redactedContent");
  piece.at(kind).is("string", "delta-reasoning");
}

const blockStop: Handler = (event, state) => {
  checkIndex(event, state);
  event.badIf(state.open === undefined, "block-order", "no block is open");
  if (state.open?.kind === "toolUse") state.inputs.push({ place: event, text: state.open.input });
  delete state.open;
  state.blocks++;
};

const messageStop: Handler = (event, state) => {
  event.badIf(state.open !== undefined, "block-order", "a block is still open");
  event.badIf(state.reason !== undefined, "event-order", "a second messageStop");
  event.at("stopReason").oneOf(STOP_REASONS, "stop-reason");
  state.reason = event.at("stopReason");
  checkStop(state.reason, state.calls);
};

// "usage comes after messageStop".
const metadata: Handler = (event, state) => {
  event.badIf(state.reason === undefined, "event-order", "metadata before messageStop");
  checkUsage(event.at("usage"));
  event.at("metrics").at("latencyMs").is("count", "metrics");
  state.ended = "metadata";
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  messageStart: start,
  contentBlockStart: blockStart,
  contentBlockDelta: delta,
  contentBlockStop: blockStop,
  messageStop,
  metadata,
};

function checkIndex(event: Place, { blocks }: State): void {
  event
    .at("contentBlockIndex")
    .badIf(event.at("contentBlockIndex").value !== blocks, "block-index", `must be ${blocks}`);
}

function checkInputs({ inputs, reason }: State): void {
  if (CUT.includes(reason?.text ?? "")) return;
  for (const { place, text } of inputs) place.badIf(!isInput(text), "input-json", "the input of a call must be JSON");
}

// A call without arguments may have no delta.
function isInput(text: string): boolean {
  return text === "" || isObject(parsed(text));
}
