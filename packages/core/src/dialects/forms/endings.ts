import type { Candidate, StopReason } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { fieldOf } from "./node.ts";

/** Tells what an answer's end says that a client has no word for; that a text was met is said by one dialect alone. */
export function tellEnd(candidate: Candidate, unsaid: ReadonlySet<StopReason>, report: Report): void {
  const { reason, word, sequence } = candidate.stop;
  if (sequence !== undefined) fieldOf(candidate, "sequence", report).lose("field", { feature: "stop_sequence" });
  if (unsaid.has(reason) && word !== undefined)
    fieldOf(candidate, "stop", report).lose("stop-reason", { feature: reason, action: "weakened" });
}
