// Reports about token counts that a target adds up or leaves out.

import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** Reports a total that is not the sum of input and output, where clients add them up. */
export function reportTotal(usage: Usage, report: Report): void {
  const { input = 0, output = 0, total } = usage;
  if (total !== undefined && total !== input + output) fieldReport(usage, "total", report).change("counted-together");
}

/** Reports counts of zero that are left out, because their absence means the same. */
export function reportZeroCounts(usage: Usage, fields: readonly (keyof Usage)[], report: Report): void {
  for (const field of fields) if (usage[field] === 0) fieldReport(usage, field, report).change("default-field");
}
