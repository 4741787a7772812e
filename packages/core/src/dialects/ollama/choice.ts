import { fieldReport, loseField, loseForeignExtras, nodeReport } from "../../mapping/node.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** The model always decides itself: https://docs.ollama.com/api/chat */
export function decode(_wire: Json, report: Report): Choice {
  return report.fail("unsupported", "there is no tool choice: whoever must not call tools sends none");
}

/** Writes nothing: `none` is written by leaving out the tools. */
export function encode(choice: Choice, report: Report): undefined {
  const { mode, tool, allowed, parallel, validated } = choice;
  const at = nodeReport(choice, report);
  if (mode === "required") at.lose("forced-choice", { feature: "tool_choice" });
  else if (choice.implied !== true)
    at.change(mode === "none" || allowed !== undefined ? "tools-left-out" : "default-field");
  if (tool?.extras !== undefined) loseForeignExtras("ollama", tool, report);
  if (parallel === true || (parallel === false && mode === "none"))
    fieldReport(choice, "parallel", report).change("default-field");
  else if (parallel === false) loseField(choice, "parallel", report, { feature: "parallel_tool_calls" });
  if (validated === true) loseField(choice, "validated", report);
  loseForeignExtras("ollama", choice, report);
}
