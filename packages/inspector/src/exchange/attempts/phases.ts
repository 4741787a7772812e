import type { AttemptDetail, ExchangeDetail } from "@toolglot/gateway";

/** A phase of an exchange, in milliseconds since its start. */
export interface Phase {
  readonly name: string;
  readonly kind: "own" | "waiting" | "output" | "failed";
  readonly from: number;
  readonly to: number;
}

/** The phases of an exchange: the gateway's own work, then for each attempt the pause before it, the wait and the output. */
export function phasesOf({ summary, attempts }: ExchangeDetail): readonly Phase[] {
  const end = summary.durationMs ?? Math.max(0, ...attempts.map(lastSeenMs));
  const first = attempts[0]?.startedMs ?? end;
  const own: Phase = { name: attempts.length === 0 ? "gateway" : "translate", kind: "own", from: 0, to: first };
  return [
    own,
    ...attempts.flatMap((attempt, index) => [
      ...pauseBetween(attempts[index - 1], attempt),
      ...phasesOfAttempt(attempt, end),
    ]),
  ];
}

// Another try at once is nothing to look at.
function pauseBetween(before: AttemptDetail | undefined, { startedMs: to }: AttemptDetail): Phase[] {
  const from = before?.endedMs ?? to;
  return to - from < 1 ? [] : [{ name: "pause", kind: "waiting", from, to }];
}

/** Until when something is known of an attempt, which may still be running. */
function lastSeenMs({ startedMs, headersMs, firstOutputMs, endedMs, response }: AttemptDetail): number {
  return endedMs ?? response?.chunks?.at(-1)?.[0] ?? firstOutputMs ?? headersMs ?? startedMs;
}

function phasesOfAttempt(attempt: AttemptDetail, end: number): Phase[] {
  const { provider, startedMs, endedMs = end, firstOutputMs, headersMs, error, status = 0 } = attempt;
  const name = provider;
  if (error !== undefined || status >= 400)
    return [{ name: `${name}: ${error?.type ?? status}`, kind: "failed", from: startedMs, to: endedMs }];
  const output = firstOutputMs ?? headersMs ?? endedMs;
  return [
    { name: `waiting for ${name}`, kind: "waiting", from: startedMs, to: output },
    ...(endedMs > output ? [{ name: "output", kind: "output" as const, from: output, to: endedMs }] : []),
  ];
}
