import type { Refusal } from "../registry.ts";
import type { DescribedTool } from "./discover.ts";

/**
 * One tool for each name: in a folder the first file stays, which is warned of, and a later folder wins over an
 * earlier one, which is how a project puts its own tool in the place of the machine's.
 */
export function resolveDuplicates(tools: readonly DescribedTool[]): {
  readonly tools: readonly DescribedTool[];
  readonly refusals: readonly Refusal[];
} {
  const settled = new Map<string, DescribedTool>();
  const refusals: Refusal[] = [];
  for (const tool of tools) {
    const { name } = tool.definition;
    const before = settled.get(name);
    if (before?.candidate.path === tool.candidate.path) continue;
    const isTwice = before?.candidate.directory === tool.candidate.directory;
    if (before !== undefined) refusals.push(isTwice ? duplicateNotice(tool, before) : replacedNotice(before, tool));
    if (!isTwice) settled.set(name, tool);
  }
  return { tools: [...settled.values()].sort(byName), refusals };
}

function byName({ definition: { name: one } }: DescribedTool, { definition: { name: other } }: DescribedTool): number {
  return one < other ? -1 : 1;
}

function duplicateNotice({ candidate, definition: { name } }: DescribedTool, first: DescribedTool): Refusal {
  const reason = `${first.candidate.file} in the same folder has this name already`;
  return { name, where: candidate.path, reason, level: "warning" };
}

function replacedNotice({ candidate, definition: { name } }: DescribedTool, by: DescribedTool): Refusal {
  return { name, where: candidate.path, reason: `replaced by ${by.candidate.path}`, level: "info" };
}
