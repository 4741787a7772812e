import type { JsonObject } from "@toolglot/core";
import type { SimDialect, SimFrame } from "../dialects/dialect.ts";
import { object } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import type { Fault } from "./fault.ts";

/** Faults of the events or their order. */
export const frameFaults: readonly Fault[] = [
  {
    name: "inband",
    does: "The provider sends an error after n events, or with status 200 if the response is not streamed.",
    parameter: { means: "events that come before", default: 3 },
    frames: (frames, { n, dialect }) => [...frames.slice(0, n), ...dialect.streamError(OVERLOADED)],
    body: (_, { dialect }) => dialect.error(new RefusedRequest(OVERLOADED, { status: 503 })),
  },
  {
    name: "garbage",
    does: "The event after the first n is not JSON.",
    parameter: { means: "events that come before", default: 2 },
    frames: (frames, { n }) => frames.map((frame, index) => (index === n ? { ...frame, data: '{"broken' } : frame)),
    text: (text, { stream: streams }) => (streams ? text : text.slice(0, -1)),
  },
  {
    name: "giant",
    does: "One line has n MiB.",
    parameter: { means: "MiB", default: 9 },
    frames: (frames, { n }) => frames.map((frame, index) => (index === 1 ? padded(frame, n) : frame)),
    body: (value, { n }) => ({ ...value, padding: paddingOf(n) }),
  },
  {
    name: "unknown",
    does: "There are unknown events and fields.",
    frames: (frames, { dialect }) => frames.flatMap((frame) => [strange(frame), ...strangers(dialect, frame)]),
    body: (value) => ({ ...value, never_heard_of: { it: true } }),
  },
  {
    name: "no-done",
    does: "The response is finished, and the end of the stream is missing.",
    frames: (frames, { dialect }) => frames.filter((frame) => !isTerminal(frame, dialect) || isFinish(frame)),
  },
  {
    name: "done-no-finish",
    does: "The stream ends, and the response was never finished.",
    frames: (frames) => frames.filter((frame) => !isFinish(frame)),
  },
  {
    name: "double-done",
    does: "The last event comes twice.",
    frames: (frames) => [...frames, ...frames.slice(-1)],
  },
  {
    name: "after-done",
    does: "Output comes after the last event.",
    frames: (frames) => [...frames, ...frames.slice(1, 3)],
  },
  {
    name: "double-start",
    does: "The first event comes twice.",
    frames: (frames) => [...frames.slice(0, 1), ...frames],
  },
];

const OVERLOADED = "The simulated provider is overloaded.";

/** A frame with other data; a text stays as it is. */
export function mapData(frame: SimFrame, change: (data: JsonObject) => JsonObject): SimFrame {
  return typeof frame.data === "string" ? frame : { ...frame, data: change(frame.data) };
}

function paddingOf(mebibytes: number): string {
  return "x".repeat(mebibytes * 1024 * 1024);
}

function padded(frame: SimFrame, n: number): SimFrame {
  return mapData(frame, (data) => ({ ...data, padding: paddingOf(n) }));
}

function strange(frame: SimFrame): SimFrame {
  return mapData(frame, (data) => ({ ...data, never_heard_of: { it: true } }));
}

// Only dialects whose events have types can have one of an unknown type.
function strangers({ id }: SimDialect, frame: SimFrame): SimFrame[] {
  if (frame.event === undefined || !["anthropic", "bedrock", "gemini-interactions"].includes(id)) return [];
  const type = id === "gemini-interactions" ? "event_type" : "type";
  return [{ event: "never_heard_of", data: { [type]: "never_heard_of" } }];
}

/** Whether a frame says how the response ended. */
export function isFinish({ data }: SimFrame): boolean {
  if (typeof data === "string") return false;
  const [choice] = [data.choices, data.candidates].find((list) => Array.isArray(list)) ?? [];
  const { finish_reason, finishReason } = object(choice);
  const hasFinishReason = typeof finish_reason === "string" || typeof finishReason === "string";
  return (
    hasFinishReason ||
    data.done === true ||
    typeof data.stopReason === "string" ||
    data.type === "message_delta" ||
    data.event_type === "interaction.completed" ||
    /^response\.(?:completed|incomplete)$/.test(String(data.type))
  );
}

function isTerminal(frame: SimFrame, dialect: SimDialect): boolean {
  const { data } = frame;
  if (dialect.id === "bedrock") return frame.event === "metadata";
  return data === "[DONE]" || (dialect.id === "anthropic" && typeof data !== "string" && data.type === "message_stop");
}
