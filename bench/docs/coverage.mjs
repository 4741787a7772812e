import { answerTable, streamTable } from "../fast-paths/table.mjs";
import { measured } from "./markdown.mjs";

/** The shares of recorded frames and answers that take the fast paths. */
export function coveragePart(results) {
  return [measured(results), streamTable(results.streams), answerTable(results.answers)].join("\n\n");
}
