import { folderTrustProblem, type TrustRecord } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeJson } from "../output/json.ts";
import { logNote, logWarning } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { trustStore } from "./trust-store.ts";

/** Runs `toolglot tools trust --list`: the trusted folders, and whether they have changed. */
export async function listTrusted(args: Arguments): Promise<ExitCode> {
  const store = trustStore();
  const { records, problems } = await store.list();
  const folders = await Promise.all(
    records.map(async (record) => rowOf(record, await folderTrustProblem(record.folder, store))),
  );
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, { folders, problems }, { isCompact: false });
  else if (folders.length > 0) await stdout.write(table(folders, COLUMNS, stdout));
  else logNote("no folder is trusted");
  for (const problem of problems) logWarning(problem);
  return EXIT.ok;
}

interface Row {
  readonly folder: string;
  readonly trustedAt: string;
  readonly files: number;
  readonly trusted: boolean;
  readonly reason?: string;
}

function rowOf({ folder, trustedAt, files }: TrustRecord, reason: string | undefined): Row {
  const row = { folder, trustedAt, files: files.size, trusted: reason === undefined };
  return reason === undefined ? row : { ...row, reason };
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "FOLDER", cell: ({ folder }) => folder },
  { title: "SINCE", cell: ({ trustedAt }) => trustedAt.slice(0, 10) },
  { title: "FILES", cell: ({ files }) => String(files) },
  { title: "STATE", cell: ({ reason }) => reason ?? "trusted" },
];
