// JSON allows `{"a":1,"a":2}`, and parsers keep the last value: the others are lost before any codec sees the body. The
// parser notes where that happened (`json/duplicates.ts`), and the loss is reported here.

import { duplicatesIn } from "../json/duplicates.ts";
import type { Report } from "../report.ts";

/** Reports keys that the text of a value repeated; the value has the last of each. */
export function reportDuplicates(value: unknown, report: Report): void {
  for (const pointer of duplicatesIn(value)) report.on(report.place.below(pointer)).lose("duplicate-key");
}
