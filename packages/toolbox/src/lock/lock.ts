import type { Refusal } from "../registry.ts";
import type { RunnableTool } from "../tool.ts";
import { FINGERPRINT_FIELDS, type Fingerprint, type FingerprintField, fingerprintOf } from "./fingerprint.ts";

/** The tools that somebody approved, as they were then. */
export type Lock = ReadonlyMap<string, Fingerprint>;

/** A lock that approves these tools as they are now, and all that it approved before. */
export function approve(tools: Iterable<RunnableTool>, before: Lock = new Map()): Lock {
  return new Map([...before, ...[...tools].map((tool) => [tool.name, fingerprintOf(tool)] as const)]);
}

/** What is different about a tool since it was approved; nothing where it never was. */
export function changesSince(tool: RunnableTool, lock: Lock): readonly FingerprintField[] | undefined {
  const before = lock.get(tool.name);
  if (before === undefined) return undefined;
  const now = fingerprintOf(tool);
  return FINGERPRINT_FIELDS.filter((part) => now[part] !== before[part]);
}

/** The tools that are as they were approved, and why the others are not offered; all where there is no lock. */
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
    reason: `${what}; look at it, and run tools lock`,
    level: "error",
  };
}

function originText({ origin }: RunnableTool): string {
  if (origin.type === "executable") return origin.path;
  return origin.type === "mcp" ? `mcp server ${origin.server}` : "function";
}
