import { duplicatesIn } from "../json/duplicates.ts";
import type { Report } from "../report.ts";

/** Reports the keys that the text of a value repeated: of each, the last is there. */
export function reportDuplicates(value: unknown, report: Report): void {
  for (const pointer of duplicatesIn(value)) report.on(report.place.below(pointer)).lose("duplicate-key");
}
