import type { CanonicalRequest } from "../model/request.ts";
import type { Report } from "../report.ts";
import { fieldOf } from "./node.ts";

/** The words that an answer ends at, as a list; that one of them stood alone is told. */
export function stopsOf(request: CanonicalRequest, report: Report): readonly string[] | undefined {
  const { stop } = request;
  if (typeof stop !== "string") return stop;
  fieldOf(request, "stop", report).change("stop-list");
  return [stop];
}
