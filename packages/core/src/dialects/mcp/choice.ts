import { nodeReport } from "../../mapping/node.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json } from "../../model/json.ts";
import type { Report } from "../../report.ts";

export function decode(_wire: Json, report: Report): Choice {
  return report.fail("unsupported", "an MCP server knows tools, calls and results: no choice is made there");
}

export function encode(choice: Choice, report: Report): undefined {
  nodeReport(choice, report).lose("unsupported", { feature: "tool_choice" });
}
