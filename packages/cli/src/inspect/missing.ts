import type { MissingExchanges } from "@toolglot/gateway";

/** Why the exchanges of a worker are not listed. */
export function missingText({ worker, reason, at }: MissingExchanges): string {
  return reason === "ended"
    ? `worker ${worker} ended at ${new Date(at).toLocaleString()}: what it had recorded is lost`
    : `worker ${worker} does not answer: what it has recorded is not listed`;
}
