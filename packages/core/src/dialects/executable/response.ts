import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";

export function decode(_wire: Json, report: Report): CanonicalResponse {
  return report.fail(
    "unsupported",
    "an executable knows its schema, its arguments and its result, but no answers of a model",
  );
}

export function encode(_response: CanonicalResponse, report: Report): JsonObject {
  return report.fail(
    "unsupported",
    "an executable knows its schema, its arguments and its result, but no answers of a model",
  );
}
