import type { StreamEvent } from "../../model/event.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { loseField, loseForeignExtras } from "../node.ts";
import { fieldReport } from "../provenance.ts";

/** Tells that an answer has another id than its source gave it, and that its time is not said, where a dialect has none. */
export function reportResponseHead(
  response: Head,
  said: { id?: string | undefined; time: boolean },
  report: Report,
): void {
  if (response.id !== undefined && said.id !== response.id) fieldReport(response, "id", report).change("answer-id");
  if (response.created !== undefined && !said.time) fieldReport(response, "created", report).change("answer-time");
}

/** What tells an answer apart, whole or at the beginning of a stream. */
type Head = Pick<CanonicalResponse, "id" | "created" | "origin">;

/** Tells what only another dialect knows of a streamed answer; streams say nothing of the tier that they were served in. */
export function reportStreamExtras(
  dialect: string,
  event: StreamEvent & { type: "response-start" | "response-end" },
  report: Report,
): void {
  loseForeignExtras(dialect, event, report);
  if (event.serviceTier !== undefined) loseField(event, "serviceTier", report);
}
