// Counts requests as fast as it can, and tells before each batch how many it will have counted, and after it how many are written.
import { writeSync } from "node:fs";
import { systemClock } from "../../dist/clock.js";
import { FileStore } from "../../dist/store/file.js";
import { BatchedUsage } from "../../dist/store/usage/batched-usage.js";
import { FileUsage } from "../../dist/store/usage/file-usage.js";
import { UsageRows } from "../../dist/usage/usage-rows.js";

const [file, now] = process.argv.slice(2);
const store = new FileStore({ file, maxEntries: Infinity, maxBytes: Infinity });
const usage = new BatchedUsage({
  store: new FileUsage({ store, days: 90, now: () => Number(now) }),
  interval: 1,
  timeout: 60_000,
  clock: systemClock,
  rows: new UsageRows(() => true),
  onTrouble: () => {},
});
const entry = {
  key: "a",
  provider: "p",
  at: Number(now),
  isAnswered: true,
  isError: false,
  isEstimated: false,
  losses: 0,
};
for (let count = 0; ; ) {
  writeSync(1, `adding ${count + 50}\n`);
  for (let index = 0; index < 50; index++, count++)
    usage.add({ ...entry, model: `m${count % 7}`, tokens: { input: 100 }, cost: 0.001 });
  await usage.read({ from: "2026-11-16", to: "2026-11-16" });
  writeSync(1, `written ${count}\n`);
}
