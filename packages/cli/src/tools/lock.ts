import { approve, changesSince, lint, type RunnableTool, writeLock } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure } from "../failure.ts";
import { writeJson } from "../output/json.ts";
import { logNote, logWarning, plural } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { lockFileOf } from "./lock-file.ts";
import type { Toolset } from "./open.ts";

/** Runs `toolglot tools lock`: approves the tools as they are now. */
export async function lock({ found, lock: before }: Toolset, args: Arguments): Promise<ExitCode> {
  const file = lockFileOf(args);
  const approved = found.map((tool) => ({ name: tool.name, state: stateOf(tool, before) }));
  const after = approve(found, before);
  await writeLock(file, after).catch((error: Error) => {
    throw new CommandFailure(`cannot write the lock: ${error.message}`, { file, code: "lock" });
  });
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, { file, approved }, { isCompact: false });
  else await stdout.write(table(approved, COLUMNS, stdout));
  for (const tool of found) for (const suspicion of lint(tool)) logWarning(`${tool.name}: ${suspicion}`);
  const others = after.size - found.length;
  logNote(
    `${plural(found.length, "tool")} approved in ${file}${others > 0 ? `, in addition to ${others} approved before` : ""}`,
  );
  return EXIT.ok;
}

interface Approved {
  readonly name: string;
  readonly state: string;
}

const COLUMNS: readonly Column<Approved>[] = [
  { title: "NAME", cell: ({ name }) => name },
  { title: "STATE", cell: ({ state }) => state },
];

function stateOf(tool: RunnableTool, before: Toolset["lock"]): string {
  const changes = before === undefined ? undefined : changesSince(tool, before);
  if (changes === undefined) return "new";
  return changes.length === 0 ? "unchanged" : `changed: ${changes.join(", ")}`;
}
