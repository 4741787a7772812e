// Finish reasons are similar in all dialects but not equal: what a target cannot tell apart is a loss.

import type { Candidate, FinishReasonName } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { fieldReport, loseField } from "../node.ts";

/** Reports a finish reason that the target does not have, and the stop sequence that was met, for which the Messages API alone has a field. */
export function reportFinishReason(
  candidate: Candidate,
  unsupported: ReadonlySet<FinishReasonName>,
  report: Report,
): void {
  const { sequence } = candidate.finishReason;
  if (sequence !== undefined) loseField(candidate, "sequence", report, { feature: "stop_sequence" });
  reportRawReason(candidate, unsupported, report);
}

/** Reports a finish reason that the target does not have or has a less specific one for, and its message. */
export function reportRawReason(
  candidate: Candidate,
  unsupported: ReadonlySet<FinishReasonName>,
  report: Report,
): void {
  const { reason, raw, special, message } = candidate.finishReason;
  if (raw !== undefined && (unsupported.has(reason) || special))
    fieldReport(candidate, "finishReason", report).lose("stop-reason", {
      feature: special ? raw : reason,
      action: "weakened",
    });
  if (message !== undefined) loseField(candidate, "message", report);
}
