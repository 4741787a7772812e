// Where a response is a list of blocks, an empty text would be a block that says nothing; in other dialects, the same
// text is an empty field.

import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { loseField, nodeReport } from "../node.ts";

/** Parts without empty texts. */
export function withoutEmptyTexts(parts: readonly Part[], report: Report): readonly Part[] {
  return parts.filter((part) => {
    if (part.type !== "text" || part.text !== "") return true;
    nodeReport(part, report).change("empty-text");
    if (part.signature !== undefined) loseField(part, "signature", report);
    return false;
  });
}
