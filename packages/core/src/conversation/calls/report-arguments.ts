// Losses in the arguments of a call.

import { inputProblem, isNullInput } from "../../mapping/nodes/call-input.ts";
import type { CallPart } from "../../model/call.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** Reports arguments that are no JSON object; dialects that take objects alone get them wrapped in one. */
export function reportArguments(call: CallPart, report: Report): void {
  if (isNullInput(call.input)) argumentsReport(call, report).change("null-arguments");
  else if (inputProblem(call.input) !== undefined)
    argumentsReport(call, report).lose("invalid-arguments", { feature: "arguments", action: "weakened" });
}

/** The report at a call's arguments in the source. */
export function argumentsReport({ origin }: CallPart, report: Report): Report {
  return report.on((origin?.place ?? Place.root).below(origin?.fields.input ?? origin?.fields.arguments ?? "/input"));
}
