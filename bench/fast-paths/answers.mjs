// Which whole answers are read and written by fast paths alone.
import { createBridge } from "../../packages/core/dist/index.js";
import { clientOf } from "./clients.mjs";
import { Tally } from "./tally.mjs";
import { watchTables } from "./watch.mjs";

/** By dialect: the answers, how many of them no fast path has left to the tables, and what was left in the others. */
export function answerCoverage(answers) {
  const tally = new Tally();
  const tables = watchTables();
  for (const { dialect, body } of answers) {
    createBridge({ client: clientOf(dialect), provider: dialect }).response(body);
    const left = tables.take();
    tally.add(dialect, left.length === 0, left.join(", "));
  }
  tables.stop();
  return tally.rows();
}
