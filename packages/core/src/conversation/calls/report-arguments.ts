// Losses in the arguments of a call.

import { argumentsReport, inputProblem, isNullInput } from "../../mapping/nodes/call-input.ts";
import type { CallPart } from "../../model/call.ts";
import type { Report } from "../../report.ts";

/** Reports arguments that are no JSON object; dialects that take objects alone get them wrapped in one. */
export function reportArguments(call: CallPart, report: Report): void {
  if (isNullInput(call.input)) argumentsReport(call, report).change("null-arguments");
  else if (inputProblem(call.input) !== undefined)
    argumentsReport(call, report).lose("invalid-arguments", { feature: "arguments", action: "weakened" });
}
