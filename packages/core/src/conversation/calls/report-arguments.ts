import { inputProblem, isNullInput } from "../../mapping/nodes/call-input.ts";
import type { CallPart } from "../../model/call.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** Reports arguments that are no JSON object: whoever takes objects alone gets them under a key that says so. */
export function reportArguments(call: CallPart, report: Report): void {
  if (isNullInput(call.input)) argumentsReport(call, report).change("null-arguments");
  else if (inputProblem(call.input) !== undefined)
    argumentsReport(call, report).lose("invalid-arguments", { feature: "arguments", action: "weakened" });
}

/** Where a call's arguments stand in the source. */
export function argumentsReport({ origin }: CallPart, report: Report): Report {
  return report.on((origin?.place ?? Place.root).below(origin?.fields.input ?? origin?.fields.arguments ?? "/input"));
}
