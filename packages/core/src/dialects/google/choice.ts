import { fieldReport, loseField, nodeReport } from "../../mapping/node.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Report } from "../../report.ts";

/** The names of the functions that a choice is limited to; Google's tool choices name no other tools. */
export function namesIn({ tool, allowed = [] }: Choice, report: Report): string[] {
  const references = tool === undefined ? allowed : [tool];
  return references.flatMap((reference) => functionName(reference, report) ?? []);
}

function functionName(reference: ToolReference, report: Report): string | undefined {
  if (reference.kind === "function") return reference.name;
  nodeReport(reference, report).lose("unknown-tool", { feature: reference.name });
}

/** Google's models may always call several functions at once. */
export function reportParallelCalls(choice: Choice, report: Report): undefined {
  if (choice.parallel === false && choice.mode !== "none") loseField(choice, "parallel", report);
  else if (choice.parallel !== undefined) fieldReport(choice, "parallel", report).change("default-field");
}
