import type { UsageReport } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { writeJson } from "../output/json.ts";
import { logNote, plural } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import { usageCsv } from "./csv.ts";
import { readQuery } from "./query.ts";
import { readReport } from "./source.ts";
import { usageTable } from "./table.ts";

/** Runs `toolglot usage`. */
export async function run(args: Arguments): Promise<ExitCode> {
  if (args.has("json") && args.has("csv")) throw new UsageError("--json and --csv cannot be used together");
  const report = await readReport(args, readQuery(args, Date.now()));
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, report, { isCompact: false });
  else if (args.has("csv")) await stdout.write(usageCsv(report));
  else await showTable(report, stdout);
  return EXIT.ok;
}

async function showTable(report: UsageReport, stdout: Screen): Promise<void> {
  const { from, to, key, total } = report;
  const whose = key === undefined ? "" : ` of the key ${key}`;
  const when = from === to ? `on ${from}` : `from ${from} to ${to}`;
  if (total.requests === 0)
    return logNote(`no usage${whose} ${when}; requests through the gateway are counted from its start on`);
  await stdout.write(usageTable(report, stdout));
  logNote(`usage${whose} ${when}, in UTC`);
  if (total.unpriced > 0)
    logNote(
      `the cost of ${plural(total.unpriced, "request")} is not known; models get a price in the config (models: [{ match, price }])`,
    );
  if (total.estimated > 0)
    logNote(
      `the tokens of ${plural(total.estimated, "request")} are estimated, because the provider has not reported them`,
    );
}
