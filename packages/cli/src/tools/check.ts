import { open } from "node:fs/promises";
import { dialects } from "@toolglot/core";
import { type Refusal, Registry, type RunnableTool } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { checkDialect, checkProfile, dialectNamed, supports } from "../names.ts";
import { writeJson } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import { checkReport, type ToolLoss } from "./check-report.ts";
import { confinementIn } from "./confinement.ts";
import { readDefinitions } from "./definitions.ts";
import { millisecondsIn } from "./open.ts";
import { encodeOptions } from "./schema.ts";
import { suspicions } from "./suspicions.ts";

/** Runs `toolglot tools check`: everything that loading a folder checks, and what each dialect would lose. */
export async function check(args: Arguments, signal: AbortSignal): Promise<ExitCode> {
  const folder = args.positionals[1];
  if (folder === undefined) throw new UsageError("no folder given: toolglot tools check DIR");
  const targets = targetsIn(args);
  const timeout = millisecondsIn(args, "schema-timeout");
  const { tools, refusals } = await readDefinitions({
    directories: [folder],
    follow: args.has("follow"),
    signal,
    ...confinementIn(args),
    ...(timeout === undefined ? {} : { timeout }),
  });
  const refused = await Promise.all(refusals.map(forAuthors));
  const problems = [...refused, ...suspicions(tools), ...(isMissing(refused) ? [] : emptiness(tools, folder))];
  const isOk = problems.every(({ level }) => level !== "error");
  const losses = targets.flatMap((target) => lossesIn(tools, target, args));
  const stdout = screen("stdout");
  if (args.has("json"))
    await writeJson(stdout, { ok: isOk, tools: tools.map(({ name }) => name), problems, losses }, { isCompact: false });
  else await stdout.write(checkReport({ tools, problems, losses, targets }, stdout));
  return isOk ? EXIT.ok : EXIT.failed;
}

function targetsIn(args: Arguments): readonly string[] {
  const named = args.get("to");
  checkProfile(args.get("profile"));
  if (named !== undefined) return [dialectNamed(named).id];
  return dialects.filter((dialect) => supports(dialect, "request")).map(({ id }) => id);
}

// Loading skips a script without permission in silence; its author has forgotten chmod.
async function forAuthors(refusal: Refusal): Promise<Refusal> {
  if (isMissing([refusal])) return { ...refusal, level: "error" };
  if (refusal.reason !== "not executable" || !(await isScript(refusal.where))) return refusal;
  return { ...refusal, reason: "not executable; fix it with chmod +x", level: "error" };
}

function isMissing(refusals: readonly Refusal[]): boolean {
  return refusals.some(({ reason }) => reason.startsWith("no such"));
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead).toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}

function emptiness(tools: readonly RunnableTool[], folder: string): Refusal[] {
  return tools.length > 0 ? [] : [{ where: folder, reason: "no tool in this folder can be used", level: "error" }];
}

function lossesIn(tools: readonly RunnableTool[], to: string, args: Arguments): ToolLoss[] {
  const registry = new Registry(tools);
  const { losses } = registry.encode(encodeOptions(args, checkDialect(to)));
  return losses.map((loss) => ({ to, tool: registry.list()[Number(loss.path.split("/")[1])]?.name ?? "", loss }));
}
