import type { Problem } from "../../model/dialect.ts";
import type { Place } from "../../place.ts";

export type Severity = Problem["severity"];

/** A broken rule: its stable name and one sentence. */
export interface Verdict {
  readonly rule: string;
  readonly message: string;
  /** `error` by default. */
  readonly severity?: Severity;
}

/** Collects the problems of one check, in the order in which they are found. */
export class ProblemCollector {
  readonly all: Problem[] = [];
  private readonly counts: Record<Severity, number> = { error: 0, warning: 0 };

  add(place: Place, verdict: Verdict): void {
    const { rule, message, severity = "error" } = verdict;
    const count = this.counts[severity]++;
    if (count < MAX_PROBLEMS) this.all.push({ path: place.pointer, rule, message, severity });
    if (count === MAX_PROBLEMS) this.all.push({ path: "", rule: "more-problems", message: TRUNCATED, severity });
  }

  error(place: Place, rule: string, message: string): void {
    this.add(place, { rule, message });
  }

  warn(place: Place, rule: string, message: string): void {
    this.add(place, { rule, message, severity: "warning" });
  }
}

// Without a limit, a hostile schema could produce far more text than it has itself.
const MAX_PROBLEMS = 1_000;

const TRUNCATED = `There are more than ${MAX_PROBLEMS} problems of this severity; the rest is left out.`;
