import type { Json, JsonObject } from "../../model/json.ts";
import type { Response } from "../../model/response.ts";
import type { Report } from "../../report.ts";

export function decode(_wire: Json, report: Report): Response {
  return report.fail("unsupported", "an MCP server knows tools, calls and results, but no answers of a model");
}

export function encode(_response: Response, report: Report): JsonObject {
  return report.fail("unsupported", "an MCP server knows tools, calls and results, but no answers of a model");
}
