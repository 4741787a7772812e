import { equal, isObject, type Json, mapObject } from "../../support/json.ts";
import type { Violation } from "../types.ts";
import type { Place } from "./place.ts";
import { checkResponse } from "./responses-object.ts";
import { checkHosted, checkItemAdded, checkItemDone, HOSTED_EVENTS, type ItemState } from "./responses-stream-items.ts";
import { PART_EVENTS, TEXT_EVENTS } from "./responses-stream-parts.ts";
import { type Check, expectEqual, expectKind, expectOneOf } from "./shape.ts";
import { readStream, type Stream } from "./stream-events.ts";

/** What has come of a stream so far. */
export interface StreamState {
  /** The id of the response. */
  id?: string;
  open?: ItemState;
  readonly done: Json[];
  terminal?: Place;
  error?: Place;
}

/** B7, B7.1, G4: a stream of events. */
export function checkResponsesStream(text: string): Violation[] {
  const stream = readStream(text);
  const state: StreamState = { done: [] };
  const handlers = handlersOf(state);
  checkOrder(stream);
  stream.events.forEach((event, index) => {
    checkEnvelope(event, stream.names[index], index);
    if (state.terminal !== undefined) event.fail("stream.end", "an event after the terminal one");
    const handle = handlers[event.at("type").text];
    if (handle === undefined) event.at("type").fail("stream.event", `unknown event ${event.at("type").text}`);
    else handle(event);
  });
  checkEnd(stream, state);
  return stream.found;
}

function handlersOf(state: StreamState): Record<string, Check> {
  const bind = (table: Record<string, (event: Place, state: StreamState) => void>) =>
    Object.entries(table).map(([type, handle]) => [type, (event: Place) => handle(event, state)] as const);
  return {
    keepalive: () => {},
    ...Object.fromEntries(bind({ ...LIFECYCLE, ...PART_EVENTS, ...TEXT_EVENTS })),
    ...Object.fromEntries(bind(Object.fromEntries(HOSTED_EVENTS.map((type) => [type, checkHosted])))),
  };
}

const LIFECYCLE: Readonly<Record<string, (event: Place, state: StreamState) => void>> = {
  "response.created": checkBegun,
  "response.in_progress": checkBegun,
  "response.queued": checkBegun,
  "response.completed": checkTerminal,
  "response.incomplete": checkTerminal,
  "response.failed": checkTerminal,
  "response.output_item.added": checkItemAdded,
  "response.output_item.done": checkItemDone,
  error: checkFailure,
};

// B7.1: the helper throws at any other first event; an error it throws anyway.
function checkOrder({ events }: Stream): void {
  const created = events.findIndex((event) => event.at("type").value === "response.created");
  if (created !== 0 && events[0]?.at("type").value !== "error")
    events[0]?.fail("stream.created", "response.created is first");
  for (const event of events.slice(created + 1)) {
    if (event.at("type").value === "response.created")
      event.fail("stream.created", "response.created was there before");
  }
}

function checkEnvelope(event: Place, name: string | undefined, index: number): void {
  if (event.at("type").text === "keepalive") return;
  if (name !== event.at("type").value) event.fail("stream.syntax", `event: ${name} with another type`);
  expectEqual(event.at("sequence_number"), "stream.sequence", index);
}

// G4: one stable id, an output that is still empty.
function checkBegun(event: Place, state: StreamState): void {
  const response = event.at("response");
  checkResponseId(response, state);
  expectEqual(response.at("object"), "stream.shape", "response");
  expectOneOf(response.at("status"), "stream.shape", ["in_progress", "queued"]);
  if (!equal(response.at("output").value, [])) response.at("output").fail("stream.shape", "output begins as []");
}

function checkResponseId(response: Place, state: StreamState): void {
  if (!expectKind(response.at("id"), "stream.shape", "non-empty string")) return;
  state.id ??= response.at("id").text;
  expectEqual(response.at("id"), "stream.constant", state.id);
}

// G4: the whole object, its output the items that were done.
function checkTerminal(event: Place, state: StreamState): void {
  const [response, status] = [event.at("response"), event.at("type").text.replace("response.", "")];
  state.terminal = event;
  checkResponse(response);
  checkResponseId(response, state);
  expectEqual(response.at("status"), "response.status", status);
  if (status === "failed") return;
  if (state.error !== undefined) event.fail("stream.error", `${status} after an error`);
  if (state.open !== undefined) event.fail("stream.item-open", `item ${state.open.index} is not done`);
  if (!equal(withoutSecrets(response.at("output").value), withoutSecrets(state.done)))
    response.at("output").fail("stream.output", "not the items that were done");
}

// Recorded: what is encrypted is encrypted again for the terminal event.
function withoutSecrets(output: Json | undefined): Json {
  if (!Array.isArray(output)) return null;
  return output.map((item) => {
    if (!isObject(item)) return item;
    return mapObject(item, (value, key) => (SECRET.includes(key) && value !== null ? "" : value));
  });
}

const SECRET = ["encrypted_content", "fingerprint"];

// B7: nested as recorded, or flat as published.
function checkFailure(event: Place, state: StreamState): void {
  state.error = event;
  const error = event.at("error").given ? event.at("error") : event;
  expectKind(error.at("message"), "stream.error", "string");
}

// B7: OpenAI sends no [DONE], the SDK takes one. G4: after an error only response.failed.
function checkEnd(stream: Stream, state: StreamState): void {
  const { done, events, whole } = stream;
  if (done.count > 1 || (done.count === 1 && !done.last)) whole.fail("stream.end", "[DONE] before the end");
  if (state.terminal === undefined && state.error === undefined) whole.fail("stream.end", "no terminal event");
  const at = state.error === undefined ? -1 : events.indexOf(state.error);
  for (const event of at < 0 ? [] : events.slice(at + 1)) {
    if (event !== state.terminal) event.fail("stream.error", "an event after the error");
  }
}
