import { isObject, type Json, type JsonObject } from "@toolglot/core";
import type { Frame, SimDialect } from "../dialects/dialect.ts";
import { object } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import type { Fault, FaultContext } from "./fault.ts";

/** Faults of the events or their order. */
export const frameFaults: readonly Fault[] = [
  {
    name: "inband",
    does: "The provider sends an error after n events, or with status 200 if the response is not streamed.",
    parameter: { means: "events that come before", usual: 3 },
    frames: (frames, { n, dialect }) => [...frames.slice(0, n), ...dialect.streamError(OVERLOADED)],
    body: (_, { dialect }) => dialect.error(new RefusedRequest(OVERLOADED, { status: 503 })),
  },
  {
    name: "garbage",
    does: "The event after the first n is not JSON.",
    parameter: { means: "events that come before", usual: 2 },
    frames: (frames, { n }) => frames.map((frame, index) => (index === n ? { ...frame, data: '{"broken' } : frame)),
    text: (text, { stream: streams }) => (streams ? text : text.slice(0, -1)),
  },
  {
    name: "giant",
    does: "One line has n MiB.",
    parameter: { means: "MiB", usual: 9 },
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
  {
    name: "usage-never",
    does: "There is no usage.",
    frames: (frames) => frames.filter((frame) => !isUsageAlone(frame)).map((frame) => mapData(frame, withoutUsage)),
    body: withoutUsage,
  },
  {
    name: "usage-twice",
    does: "Usage is sent twice, and the last is right.",
    frames: usageTwice,
  },
  {
    name: "usage-early",
    does: "Usage is sent before the response is finished.",
    frames: usageEarly,
  },
];

const OVERLOADED = "The simulated provider is overloaded.";

function mapData(frame: Frame, change: (data: JsonObject) => JsonObject): Frame {
  return typeof frame.data === "string" ? frame : { ...frame, data: change(frame.data) };
}

function paddingOf(mebibytes: number): string {
  return "x".repeat(mebibytes * 1024 * 1024);
}

function padded(frame: Frame, n: number): Frame {
  return mapData(frame, (data) => ({ ...data, padding: paddingOf(n) }));
}

function strange(frame: Frame): Frame {
  return mapData(frame, (data) => ({ ...data, never_heard_of: { it: true } }));
}

// Only dialects whose events have types can have one of an unknown type.
function strangers({ id }: SimDialect, frame: Frame): Frame[] {
  if (frame.event === undefined || !["anthropic", "bedrock"].includes(id)) return [];
  return [{ event: "never_heard_of", data: { type: "never_heard_of" } }];
}

function isFinish({ data }: Frame): boolean {
  if (typeof data === "string") return false;
  const [choice] = Array.isArray(data.choices) ? data.choices : Array.isArray(data.candidates) ? data.candidates : [];
  const { finish_reason, finishReason } = object(choice);
  const hasFinishReason = typeof finish_reason === "string" || typeof finishReason === "string";
  return (
    hasFinishReason ||
    data.done === true ||
    typeof data.stopReason === "string" ||
    data.type === "message_delta" ||
    /^response\.(?:completed|incomplete)$/.test(String(data.type))
  );
}

function isTerminal(frame: Frame, dialect: SimDialect): boolean {
  const { data } = frame;
  if (dialect.id === "bedrock") return frame.event === "metadata";
  return data === "[DONE]" || (dialect.id === "anthropic" && typeof data !== "string" && data.type === "message_stop");
}

// ── usage ─────────────────────────────────────────────────────────────────────

const USAGE: ReadonlySet<string> = new Set(["usage", "usageMetadata", "prompt_eval_count", "eval_count"]);

function withoutUsage(value: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(([key]) => !USAGE.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => [
      key,
      (key === "message" || key === "response") && isObject(inner) ? withoutUsage(inner) : inner,
    ]),
  );
}

function isUsageAlone({ event, data }: Frame): boolean {
  if (typeof data === "string" || !isObject(data.usage)) return false;
  return event === "metadata" || (Array.isArray(data.choices) && data.choices.length === 0);
}

function usageTwice(frames: readonly Frame[], { dialect }: FaultContext): Frame[] {
  const at = frames.findIndex(dialect.id === "anthropic" ? isFinish : isUsageAlone);
  const frame = frames[at];
  if (frame === undefined || typeof frame.data === "string") return [...frames];
  const wrong = { ...frame, data: { ...frame.data, usage: halved(object(frame.data.usage)) } };
  return dialect.id === "anthropic"
    ? [...frames.slice(0, at), { ...wrong, data: { ...wrong.data, delta: {} } }, ...frames.slice(at)]
    : [...frames.slice(0, at), wrong, ...frames.slice(at)];
}

function halved(usage: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(usage).map(([key, value]: [string, Json]) => [
      key,
      typeof value === "number" ? Math.ceil(value / 2) : value,
    ]),
  );
}

function usageEarly(frames: readonly Frame[]): Frame[] {
  const alone = frames.find(isUsageAlone);
  if (alone === undefined || typeof alone.data === "string") return [...frames];
  const { usage } = alone.data;
  const others = frames.filter((frame) => frame !== alone);
  if (alone.event === "metadata") return [...others.slice(0, 1), alone, ...others.slice(1)];
  return others.map((frame, index) =>
    index === 0 ? mapData(frame, (data) => ({ ...data, usage: usage ?? null })) : frame,
  );
}
