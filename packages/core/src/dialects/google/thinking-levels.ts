import type { CanonicalField } from "../../loss-levels.ts";
import { loseField } from "../../mapping/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The levels of models whose own are not known: https://ai.google.dev/gemini-api/docs/thinking */
export const LEVELS: readonly string[] = ["minimal", "low", "medium", "high"];

/** The level that is nearest to a budget of tokens. */
export function levelOfBudget(budget: number): string {
  if (budget <= LOW_BUDGET) return "low";
  return budget <= MEDIUM_BUDGET ? "medium" : "high";
}

/** Reports that a setting is sent as a weaker one, which is returned. */
export function weakened<T>(request: CanonicalRequest, field: CanonicalField, value: T, report: Report): T {
  loseField(request, field, report, { action: "weakened" });
  return value;
}

const LOW_BUDGET = 4096;
const MEDIUM_BUDGET = 16_384;
