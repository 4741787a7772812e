import type { SimStep } from "../steps.ts";
import type { Fault, FaultContext } from "./fault.ts";

const EVENTS = { means: "events that still come", default: 3 };
const MILLISECONDS = { means: "milliseconds", default: 100 };

/** Faults of the connection and of the timing. */
export const connectionFaults: readonly Fault[] = [
  {
    name: "reset",
    does: "The connection is reset after n events, or in the middle of an answer that comes whole.",
    parameter: EVENTS,
    steps: (steps, context) => [...cut(steps, context), { type: "reset" }],
  },
  {
    name: "eof",
    does: "The answer ends cleanly after n events, without its last ones.",
    parameter: EVENTS,
    steps: (steps, context) => [...cut(steps, context), { type: "end" }],
  },
  {
    name: "stall",
    does: "After n events nothing more comes, and the connection stays open.",
    parameter: EVENTS,
    steps: (steps, context) => [...cut(steps, context), { type: "stall" }],
  },
  {
    name: "cut",
    does: "The connection is reset after n bytes of the answer.",
    parameter: { means: "bytes that still come", default: 64 },
    steps: (steps, { n }) => [...firstBytes(steps, n), { type: "reset" }],
  },
  {
    name: "drip",
    does: "An event comes each n milliseconds.",
    parameter: MILLISECONDS,
    steps: (steps, { n }) =>
      steps.flatMap((step): SimStep[] => (step.type === "data" ? [{ type: "wait", ms: n }, step] : [step])),
  },
  {
    name: "slow-head",
    does: "The first byte comes after n milliseconds.",
    parameter: MILLISECONDS,
    steps: (steps, { n }) => [{ type: "wait", ms: n }, ...steps],
  },
  {
    name: "hang",
    does: "The request is taken and never answered.",
    steps: () => [{ type: "stall" }],
  },
  {
    name: "refuse",
    does: "The connection is reset before anything is answered.",
    steps: () => [{ type: "reset" }],
  },
];

function cut(steps: readonly SimStep[], { n, stream: streams }: FaultContext): SimStep[] {
  const data = steps.filter((step) => step.type === "data");
  if (!streams) {
    const half = Math.floor(data.reduce((sum, { bytes }) => sum + bytes.length, 0) / 2);
    return firstBytes(steps, half);
  }
  const kept = new Set<SimStep>(data.slice(0, n));
  return steps.filter((step) => step.type === "head" || kept.has(step));
}

function firstBytes(steps: readonly SimStep[], most: number): SimStep[] {
  let left = most;
  return steps.flatMap((step): SimStep[] => {
    if (step.type === "head" || step.type === "wait") return [step];
    if (step.type !== "data" || left <= 0) return [];
    const bytes = step.bytes.slice(0, left);
    left -= bytes.length;
    return [{ type: "data", bytes }];
  });
}
