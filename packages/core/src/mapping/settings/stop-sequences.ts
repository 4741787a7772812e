// Chat Completions takes a single stop sequence as a string (`stop: "END"`); the other dialects take lists alone.

import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** Stop sequences as a list; a single string becomes a list of one, which is a change. */
export function stopSequencesOf(request: CanonicalRequest, report: Report): readonly string[] | undefined {
  const { stop } = request;
  if (typeof stop !== "string") return stop;
  fieldReport(request, "stop", report).change("stop-list");
  return [stop];
}
