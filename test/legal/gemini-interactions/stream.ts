import type { Json } from "../../support/json.ts";
import { Place, parsePlace } from "../place.ts";
import { type SseEvent, splitSse } from "../sse.ts";
import type { Violation } from "../types.ts";
import { checkErrorBody } from "./error.ts";
import { words } from "./fields.ts";
import { checkHead, checkStatus } from "./response.ts";
import { checkStep } from "./steps.ts";

/** The events of an interaction: https://ai.google.dev/gemini-api/docs/interactions/streaming */
export function checkStream(text: string): Violation[] {
  const found: Violation[] = [];
  const events = splitSse(text);
  const root = new Place({}, "", found);
  root.badIf(!/(?:\r\n|\n|\r){2}$/.test(text), "blank-line", "the last event ends with a blank line");
  const last = events.at(-1)?.data === "[DONE]" ? events.slice(0, -1) : events;
  const places = last.flatMap((event, index) => placeOf(event, index, found));
  checkOrder(root, places);
  return found;
}

function placeOf({ event, data }: SseEvent, index: number, found: Violation[]): Place[] {
  const places = parsePlace(data, `/${index}`, found);
  for (const place of places) {
    const named = event === undefined || event === place.at("event_type").value;
    place.badIf(!named, "event-name", "the event has the name of its event_type");
    place.at("event_type").oneOf(EVENTS, "event-type");
  }
  return places;
}

const EVENTS = words(
  "interaction.created interaction.status_update interaction.completed step.start step.delta step.stop error",
);

/** What has come of a stream. */
interface Progress {
  /** The type of the open step of each index. */
  readonly open: Map<number, string>;
  steps: number;
  calls: boolean;
}

function checkOrder(root: Place, events: readonly Place[]): void {
  const failed = events.findIndex((event) => typeOf(event) === "error");
  const completed = events.findIndex((event) => typeOf(event) === "interaction.completed");
  const end = failed >= 0 ? failed : completed;
  root.badIf(end < 0, "end", "a stream ends with interaction.completed or with an error");
  for (const event of end < 0 ? [] : events.slice(end + 1)) event.bad("after-end", "nothing comes after the end");
  const [first] = events;
  const begins = typeOf(first) === "interaction.created" || (failed === 0 && typeOf(first) === "error");
  first?.badIf(!begins, "created-first", "a stream begins with interaction.created");
  const progress: Progress = { open: new Map(), steps: 0, calls: false };
  for (const event of events) CHECKS[typeOf(event)]?.(event, progress);
}

const CHECKS: Readonly<Record<string, (event: Place, progress: Progress) => void>> = {
  "interaction.created": (event) => checkHead(event.at("interaction")),
  "interaction.status_update": (event) => {
    event.at("interaction_id").is("string", "interaction-id");
    event.at("status").is("string", "status");
  },
  "interaction.completed": (event, { open, calls }) => {
    checkHead(event.at("interaction"));
    const status = event.at("interaction").at("status");
    checkStatus(status, calls);
    const whole = status.value === "completed" || status.value === "requires_action";
    event.badIf(open.size > 0 && whole, "step-stop", "a step has not ended");
  },
  "step.start": checkStart,
  "step.delta": checkDelta,
  "step.stop": (event, { open }) => {
    const known = open.delete(Number(event.at("index").value));
    event.at("index").badIf(!known, "step-index", "no such step is open");
  },
  error: checkErrorBody,
};

function checkStart(event: Place, progress: Progress): void {
  const index = event.at("index");
  if (!index.is("count", "step-index")) return;
  index.badIf(Number(index.value) !== progress.steps, "step-index", `must be ${progress.steps}`);
  progress.steps = Number(index.value) + 1;
  const step = event.at("step");
  checkStep(step);
  const type = step.at("type").text;
  if (type === "function_call") progress.calls = true;
  progress.open.set(Number(index.value), type);
}

function checkDelta(event: Place, { open }: Progress): void {
  const index = event.at("index");
  const step = open.get(Number(index.value));
  index.badIf(step === undefined, "step-index", "no such step is open");
  const delta = event.at("delta");
  if (step === undefined || !delta.is("object", "delta")) return;
  // The deltas of Google's own tools have the type of their step.
  delta.at("type").oneOf(DELTAS[step] ?? [step], "delta-type");
  for (const [type, field] of TEXTS) if (delta.at("type").value === type) delta.at(field).is("string", "delta-text");
  const summary = delta.at("type").value === "thought_summary";
  if (summary) delta.at("content").at("type").oneOf(["text", "image"], "delta-content");
}

const DELTAS: Readonly<Record<string, readonly Json[]>> = {
  model_output: words("text text_annotation_delta image audio video document"),
  thought: words("thought_signature thought_summary"),
  function_call: words("arguments_delta"),
};

const TEXTS: readonly (readonly [type: string, field: string])[] = [
  ["text", "text"],
  ["arguments_delta", "arguments"],
  ["thought_signature", "signature"],
];

function typeOf(event: Place | undefined): string {
  return event?.at("event_type").text ?? "";
}
