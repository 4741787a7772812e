import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** The words that an answer ends at, as a list; that one of them stood alone is told. */
export function stopSequencesOf(request: CanonicalRequest, report: Report): readonly string[] | undefined {
  const { stop } = request;
  if (typeof stop !== "string") return stop;
  fieldReport(request, "stop", report).change("stop-list");
  return [stop];
}
