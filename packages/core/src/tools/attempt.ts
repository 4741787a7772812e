import { JsonError } from "../json/error.ts";
import { ConversionError } from "../model/error.ts";
import type { Report } from "../report.ts";

/** Whether one tool that cannot be translated fails them all, or is left out with a loss. */
export type OnInvalid = "throw" | "skip" | undefined;

/** Does one tool's work; where it is refused and the caller says so, takes no other tool down with it. */
export function attempt<T>(
  work: () => T,
  report: () => Report,
  onInvalid: OnInvalid,
  name: () => string,
): T | undefined {
  if (onInvalid !== "skip") return refusing(work, report);
  const at = report();
  const mark = at.ledger.mark();
  try {
    return refusing(work, report);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    at.ledger.rewind(mark);
    at.lose("refused", { feature: name(), detail: { reason: error.message, path: error.path, code: error.code } });
    return undefined;
  }
}

// A value that is no JSON, or too deep to be any, is the tool's fault and not the translation's.
function refusing<T>(work: () => T, report: () => Report): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof JsonError) return report().fail(error.code.replaceAll("_", "-"), error);
    throw error;
  }
}
