import type { Refusal } from "../registry.ts";
import type { RunnableTool } from "../tool.ts";
import { FINGERPRINT_FIELDS, type Fingerprint, type FingerprintField, fingerprintOf } from "./fingerprint.ts";

/** The fingerprints of the approved tools, by name. */
export type Lock = ReadonlyMap<string, Fingerprint>;

/**
 * Adds these tools, as they are now, to a lock.
 *
 * @example
 * const now = functionTool({ name: "now", description: "The time.", inputSchema: { type: "object" }, call: () => "noon" });
 * [...approve([now]).keys()]; // ["now"]
 */
export function approve(tools: Iterable<RunnableTool>, before: Lock = new Map()): Lock {
  return new Map([...before, ...[...tools].map((tool) => [tool.name, fingerprintOf(tool)] as const)]);
}

/**
 * The parts of a tool that changed since it was approved; `undefined` if it was never approved.
 *
 * @example
 * const now = functionTool({ name: "now", description: "The time.", inputSchema: { type: "object" }, call: () => "noon" });
 * changesSince({ ...now, description: "The date." }, approve([now])); // ["description"]
 */
export function changesSince(tool: RunnableTool, lock: Lock): readonly FingerprintField[] | undefined {
  const before = lock.get(tool.name);
  if (before === undefined) return undefined;
  const now = fingerprintOf(tool);
  return FINGERPRINT_FIELDS.filter((part) => now[part] !== before[part]);
}

/**
 * The tools that match the lock, and why the others are not offered. Without a lock, all tools.
 *
 * @example
 * const now = functionTool({ name: "now", description: "The time.", inputSchema: { type: "object" }, call: () => "noon" });
 * applyLock([now], approve([now])).tools.length; // 1
 * applyLock([now], approve([])).refusals.map(({ name }) => name); // ["now"]
 */
export function applyLock(
  tools: readonly RunnableTool[],
  lock: Lock | undefined,
): { readonly tools: readonly RunnableTool[]; readonly refusals: readonly Refusal[] } {
  if (lock === undefined) return { tools, refusals: [] };
  const refusals = tools.flatMap((tool) => refusalOf(tool, lock) ?? []);
  const refused = new Set(refusals.map(({ name }) => name));
  return { tools: tools.filter(({ name }) => !refused.has(name)), refusals };
}

function refusalOf(tool: RunnableTool, lock: Lock): Refusal | undefined {
  const changes = changesSince(tool, lock);
  if (changes?.length === 0) return undefined;
  const what = changes === undefined ? "it was never approved" : `changed since it was approved: ${changes.join(", ")}`;
  return {
    name: tool.name,
    where: originText(tool),
    reason: `${what}; review it with tools show, then run tools lock`,
    level: "error",
  };
}

function originText({ origin }: RunnableTool): string {
  if (origin.type === "executable") return origin.path;
  return origin.type === "mcp" ? `mcp server ${origin.server}` : "function";
}
