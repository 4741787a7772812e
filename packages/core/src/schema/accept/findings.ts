import type { Problem } from "../../model/dialect.ts";
import type { Place } from "../../place.ts";

export type Severity = Problem["severity"];

/** What a broken rule says of itself: its stable word and one sentence. */
export interface Verdict {
  readonly rule: string;
  readonly message: string;
  /** `error` unless it says otherwise. */
  readonly severity?: Severity;
}

/** Collects the problems of one check, in the order in which they were found. */
export class Findings {
  readonly problems: Problem[] = [];

  add(place: Place, verdict: Verdict): void {
    const { rule, message, severity = "error" } = verdict;
    this.problems.push({ path: place.pointer, rule, message, severity });
  }

  error(place: Place, rule: string, message: string): void {
    this.add(place, { rule, message });
  }

  warn(place: Place, rule: string, message: string): void {
    this.add(place, { rule, message, severity: "warning" });
  }
}
