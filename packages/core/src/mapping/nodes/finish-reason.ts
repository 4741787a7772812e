import type { Candidate, FinishReasonName } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** Tells what an answer's end says that a client has no word for; which text was met is said by one dialect alone. */
export function reportFinishReason(candidate: Candidate, unsaid: ReadonlySet<FinishReasonName>, report: Report): void {
  const { sequence } = candidate.finishReason;
  if (sequence !== undefined) fieldReport(candidate, "sequence", report).lose("field", { feature: "stop_sequence" });
  reportRawReason(candidate, unsaid, report);
}

/** Tells why an answer ends, where a client has no word for it or one that says less; nobody else has a message for it. */
export function reportRawReason(candidate: Candidate, unsaid: ReadonlySet<FinishReasonName>, report: Report): void {
  const { reason, raw, special, message } = candidate.finishReason;
  if (raw !== undefined && (unsaid.has(reason) || special))
    fieldReport(candidate, "finishReason", report).lose("stop-reason", {
      feature: special ? raw : reason,
      action: "weakened",
    });
  if (message !== undefined) fieldReport(candidate, "message", report).lose("field");
}
