import { ConversionError, checkTools, type DialectName, type Problem, type ProfileName } from "@toolglot/core";
import { type FoundTools, toolAt } from "../input/tools.ts";

/** The tools to check. */
export interface CheckInput {
  readonly found: FoundTools;
  readonly from: DialectName;
  readonly profile: ProfileName | undefined;
}

/** The result for one target. */
export interface TargetCheck {
  readonly for: string;
  readonly accepted: boolean;
  readonly problems: readonly ToolProblem[];
}

export interface ToolProblem extends Problem {
  readonly tool: string;
}

/** Lists what a target would reject or ignore. */
export function checkTarget(checked: CheckInput, target: DialectName): TargetCheck {
  const { tools, locate } = checked.found;
  const problems = problemsFor(checked, target).map((problem) => ({
    tool: toolAt(tools, problem.path).tool,
    ...problem,
    path: locate(problem.path),
  }));
  return { for: target, accepted: problems.every(({ severity }) => severity !== "error"), problems };
}

function problemsFor({ found, from, profile }: CheckInput, to: DialectName): readonly Problem[] {
  try {
    return checkTools(found.tools, profile === undefined ? { from, to } : { from, to, profile }).problems;
  } catch (error) {
    // No provider accepts what cannot be decoded.
    if (error instanceof ConversionError) return [unreadable(error)];
    throw error;
  }
}

function unreadable({ path, code, message }: ConversionError): Problem {
  return { path, rule: code, message, severity: "error" };
}
