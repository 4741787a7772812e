import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

export function decode(_wire: Json, report: Report): CanonicalRequest {
  return report.fail(
    "unsupported",
    "an executable knows its schema, its arguments and its result, but no requests to a model",
  );
}

export function encode(_request: CanonicalRequest, report: Report): undefined {
  return report.fail(
    "unsupported",
    "an executable knows its schema, its arguments and its result, but no requests to a model",
  );
}
