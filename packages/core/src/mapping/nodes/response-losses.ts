// Losses and changes in the fields of a response that are not its content: its id, its time, its tier.

import type { StreamEvent } from "../../model/event.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { loseField, loseForeignExtras } from "../node.ts";
import { fieldReport } from "../provenance.ts";

/** Reports a new response id, and a creation time that the target has no field for. */
export function reportResponseHead(
  response: Head,
  written: { id?: string | undefined; time: boolean },
  report: Report,
): void {
  if (response.id !== undefined && written.id !== response.id)
    fieldReport(response, "id", report).change("response-id");
  if (response.created !== undefined && !written.time) fieldReport(response, "created", report).change("response-time");
}

/** The head of a response, whole or at the start of a stream. */
type Head = Pick<CanonicalResponse, "id" | "created" | "origin">;

/** Reports the extras of a streamed response, and its service tier, which streams have no field for. */
export function reportStreamExtras(
  dialect: string,
  event: StreamEvent & { type: "response-start" | "response-end" },
  report: Report,
): void {
  loseForeignExtras(dialect, event, report);
  if (event.usedTier !== undefined) loseField(event, "usedTier", report);
}
