import type { Json } from "../../model/json.ts";
import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";

export function decode(_wire: Json, report: Report): Request {
  return report.fail(
    "unsupported",
    "an executable knows its schema, its arguments and its result, but no requests to a model",
  );
}

export function encode(_request: Request, report: Report): undefined {
  return report.fail(
    "unsupported",
    "an executable knows its schema, its arguments and its result, but no requests to a model",
  );
}
