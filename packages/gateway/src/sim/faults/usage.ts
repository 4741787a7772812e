import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { SimFrame } from "../dialects/dialect.ts";
import { object } from "../dialects/reading.ts";
import type { Fault, FaultContext } from "./fault.ts";
import { isFinish, mapData } from "./frames.ts";

/** Faults of the usage. */
export const usageFaults: readonly Fault[] = [
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

const USAGE: ReadonlySet<string> = new Set(["usage", "usageMetadata", "prompt_eval_count", "eval_count"]);

/** The fields of events that hold a response. */
const ENVELOPES: ReadonlySet<string> = new Set(["message", "response", "interaction"]);

function withoutUsage(value: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(([key]) => !USAGE.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, ENVELOPES.has(key) && isObject(inner) ? withoutUsage(inner) : inner]),
  );
}

function isUsageAlone({ event, data }: SimFrame): boolean {
  if (typeof data === "string" || !isObject(data.usage)) return false;
  return event === "metadata" || (Array.isArray(data.choices) && data.choices.length === 0);
}

function usageTwice(frames: readonly SimFrame[], { dialect }: FaultContext): SimFrame[] {
  if (dialect.id === "gemini-interactions") return withStatusUsage(frames, halved);
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

function usageEarly(frames: readonly SimFrame[], { dialect }: FaultContext): SimFrame[] {
  if (dialect.id === "gemini-interactions")
    return withStatusUsage(frames, (usage) => usage).map((frame) =>
      isFinish(frame) ? mapData(frame, withoutUsage) : frame,
    );
  const alone = frames.find(isUsageAlone);
  if (alone === undefined || typeof alone.data === "string") return [...frames];
  const { usage } = alone.data;
  const others = frames.filter((frame) => frame !== alone);
  if (alone.event === "metadata") return [...others.slice(0, 1), alone, ...others.slice(1)];
  return others.map((frame, index) =>
    index === 0 ? mapData(frame, (data) => ({ ...data, usage: usage ?? null })) : frame,
  );
}

// The Interactions API may tell the usage with the status.
function withStatusUsage(frames: readonly SimFrame[], change: (usage: JsonObject) => JsonObject): SimFrame[] {
  const { data = "" } = frames.find(isFinish) ?? {};
  const usage = typeof data === "string" ? {} : object(object(data.interaction).usage);
  return frames.map((frame) =>
    frame.event === "interaction.status_update" ? mapData(frame, (own) => ({ ...own, usage: change(usage) })) : frame,
  );
}
