import type { MissingExchanges } from "@toolglot/gateway";
import { missing } from "../state/live.ts";
import { formatTime } from "../ui/format.ts";

/** Which workers' exchanges are not listed, if any. */
export function MissingTraffic() {
  return missing.value.map((each) => (
    <p class="pane-problem" role="status" key={`${each.worker} ${each.at}`}>
      {reasonOf(each)}
    </p>
  ));
}

function reasonOf({ worker, reason, at }: MissingExchanges): string {
  return reason === "ended"
    ? `Worker ${worker} ended at ${formatTime(at)}: what it had recorded is lost.`
    : `Worker ${worker} does not answer: what it has recorded is not listed.`;
}
