import type { Usage } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** Tells a total that is not the sum of its parts, where a client adds them up. */
export function reportTotal(usage: Usage, report: Report): void {
  const { input = 0, output = 0, total } = usage;
  if (total !== undefined && total !== input + output) fieldReport(usage, "total", report).change("counted-together");
}

/** Tells counts of nothing that are left out, because that there was nothing of it is said by saying nothing. */
export function reportZeroCounts(usage: Usage, fields: readonly (keyof Usage)[], report: Report): void {
  for (const field of fields) if (usage[field] === 0) fieldReport(usage, field, report).change("default-field");
}
