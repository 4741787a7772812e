import { compareText } from "../compare-text.ts";
import type { Refusal } from "../registry.ts";
import type { DescribedTool } from "./described-tool.ts";

/**
 * Keeps one tool per name. Within a folder the first file wins, with a warning; a later folder overrides an earlier
 * one, so that a project can replace a tool of the machine.
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

function byName(one: DescribedTool, other: DescribedTool): number {
  return compareText(one.definition.name, other.definition.name);
}

function duplicateNotice({ candidate, definition: { name } }: DescribedTool, first: DescribedTool): Refusal {
  const reason = `${first.candidate.file} in the same folder already has this name`;
  return { name, where: candidate.path, reason, level: "warning" };
}

function replacedNotice({ candidate, definition: { name } }: DescribedTool, by: DescribedTool): Refusal {
  return { name, where: candidate.path, reason: `replaced by ${by.candidate.path}`, level: "info" };
}
