import { escapeInvisible } from "../output/escape.ts";
import { logText } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { type CheckResult, type RunningCheck, worstState } from "./check.ts";
import { PAINTS } from "./finding.ts";

/** Shows on standard error which check is waited for, and how each ended. */
export async function followChecks(checks: readonly RunningCheck[]): Promise<CheckResult[]> {
  const { style } = screen("stderr");
  const results: CheckResult[] = [];
  for (const { what, result } of checks) {
    await logText(`checking ${escapeInvisible(what)} … `);
    const ended = await result;
    const state = worstState(ended.findings);
    await logText(`${style[PAINTS[state]](state)} ${style.dim(`(${durationText(ended.durationMs)})`)}\n`);
    results.push(ended);
  }
  return results;
}

function durationText(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
