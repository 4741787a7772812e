import type { Finding, FindingState } from "./finding.ts";

/** Something to check. */
export interface Check {
  /** What is checked, in a few words. */
  readonly what: string;
  run(): Promise<readonly Finding[]>;
}

/** A check that has begun. */
export interface RunningCheck {
  readonly what: string;
  readonly result: Promise<CheckResult>;
}

/** What a check found, and how long it took. */
export interface CheckResult {
  readonly what: string;
  readonly findings: readonly Finding[];
  readonly durationMs: number;
}

/** Begins a check. */
export function start(check: Check): RunningCheck {
  const { what } = check;
  const started = performance.now();
  const result = check
    .run()
    .then((findings) => ({ what, findings, durationMs: Math.round(performance.now() - started) }));
  // Checks that run at the same time are waited for one after the other.
  result.catch(() => {});
  return { what, result };
}

/** The worst state of some findings. */
export function worstState(findings: readonly Finding[]): FindingState {
  const states = findings.map(({ state }) => state);
  return (["failed", "note"] as const).find((state) => states.includes(state)) ?? "ok";
}
