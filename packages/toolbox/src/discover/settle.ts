import type { Refusal } from "../registry.ts";
import type { Described } from "./discover.ts";

/**
 * One tool for each name: in a folder the first file stays, which is warned of, and a later folder wins over an
 * earlier one, which is how a project puts its own tool in the place of the machine's.
 */
export function settleNames(tools: readonly Described[]): {
  readonly tools: readonly Described[];
  readonly refusals: readonly Refusal[];
} {
  const settled = new Map<string, Described>();
  const refusals: Refusal[] = [];
  for (const tool of tools) {
    const { name } = tool.definition;
    const before = settled.get(name);
    if (before?.candidate.path === tool.candidate.path) continue;
    const isTwice = before?.candidate.directory === tool.candidate.directory;
    if (before !== undefined) refusals.push(isTwice ? twice(tool, before) : replaced(before, tool));
    if (!isTwice) settled.set(name, tool);
  }
  return { tools: [...settled.values()].sort(byName), refusals };
}

function byName({ definition: { name: one } }: Described, { definition: { name: other } }: Described): number {
  return one < other ? -1 : 1;
}

function twice({ candidate, definition: { name } }: Described, first: Described): Refusal {
  const reason = `${first.candidate.file} in the same folder has this name already`;
  return { name, where: candidate.path, reason, level: "warning" };
}

function replaced({ candidate, definition: { name } }: Described, by: Described): Refusal {
  return { name, where: candidate.path, reason: `replaced by ${by.candidate.path}`, level: "info" };
}
