import type { Candidate, StopReason } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { fieldOf } from "./node.ts";

/** Tells what an answer's end says that a client has no word for; which text was met is said by one dialect alone. */
export function tellEnd(candidate: Candidate, unsaid: ReadonlySet<StopReason>, report: Report): void {
  const { sequence } = candidate.stop;
  if (sequence !== undefined) fieldOf(candidate, "sequence", report).lose("field", { feature: "stop_sequence" });
  tellReason(candidate, unsaid, report);
}

/** Tells why an answer ends, where a client has no word for it or one that says less; nobody else has a message for it. */
export function tellReason(candidate: Candidate, unsaid: ReadonlySet<StopReason>, report: Report): void {
  const { reason, word, special, message } = candidate.stop;
  if (word !== undefined && (unsaid.has(reason) || special))
    fieldOf(candidate, "stop", report).lose("stop-reason", { feature: special ? word : reason, action: "weakened" });
  if (message !== undefined) fieldOf(candidate, "message", report).lose("field");
}
