import type { Arguments } from "../args.ts";
import { InterruptedError, onInterruption, untilInterrupted } from "../ask/interruption.ts";
import { TOOLS_SUBCOMMANDS, type ToolsSubcommand } from "../commands/tools-subcommands.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError, unknownValue } from "../failure.ts";
import { logError, logWarning } from "../output/messages.ts";
import { call } from "./call.ts";
import { check } from "./check.ts";
import { list } from "./list.ts";
import { lock } from "./lock.ts";
import { newTool } from "./new.ts";
import { openTools, type Toolset } from "./open.ts";
import { requireTarget, schema } from "./schema.ts";
import { show } from "./show.ts";
import { checkTrustOptions, trust } from "./trust.ts";

/** Runs `toolglot tools`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const verb = verbIn(args);
  if (verb === "schema") requireTarget(args);
  checkTrustOptions(args);
  const { signal, release } = onInterruption();
  try {
    // Before the search for tools: untrusted tools are not run yet.
    if (verb === "trust") return await trust(args, signal);
    if (verb === "new") return await newTool(args);
    if (verb === "check") return await check(args, signal);
    const toolset = await untilInterrupted(openTools(args, { signal, isEarly: isEarly(args) }), signal);
    if (verb !== "list" && !args.has("json")) reportRefusals(toolset, args.positionals[1]);
    return await runVerb(toolset, args, signal).finally(() => toolset.close());
  } catch (error) {
    if (error instanceof InterruptedError) return EXIT.interrupted;
    throw error;
  } finally {
    release();
  }
}

type Verb = ToolsSubcommand;

function verbIn({ positionals: [word, ...rest] }: Arguments): Verb {
  const verbs = Object.keys(TOOLS_SUBCOMMANDS) as Verb[];
  if (word === undefined) throw new UsageError(`no subcommand given; one of ${verbs.join(", ")}`);
  const verb = verbs.find((each) => each === word);
  if (verb === undefined) throw unknownValue("subcommand of tools", word, verbs);
  const extra = rest[TOOLS_SUBCOMMANDS[verb].arguments.length];
  if (extra !== undefined) throw new UsageError(`unexpected argument: ${JSON.stringify(extra)}`);
  return verb;
}

// A table can be continued; JSON is printed when it is complete, and a name may belong to a tool of a slow server.
function isEarly(args: Arguments): boolean {
  return args.positionals[0] === "list" && !args.has("json") && !args.has("only");
}

function runVerb(toolset: Toolset, args: Arguments, signal: AbortSignal): Promise<ExitCode> {
  switch (args.positionals[0] as Exclude<Verb, "trust" | "new" | "check">) {
    case "list":
      return list(toolset, args, signal);
    case "show":
      return show(toolset, args);
    case "call":
      return call(toolset, args, signal);
    case "schema":
      return schema(toolset, args);
    case "lock":
      return lock(toolset, args);
  }
}

// For a single tool only its own refusals matter, or those without a name if the tool was not found.
function reportRefusals({ registry, found }: Toolset, name: string | undefined): void {
  const isMissing = !found.some((tool) => tool.name === name);
  for (const refusal of registry.refusals) {
    const { level, where, reason } = refusal;
    // A program that hangs is why the command took so long.
    const isMeant =
      name === undefined ||
      refusal.name === name ||
      (isMissing && refusal.name === undefined) ||
      reason.startsWith("--schema took longer");
    if (level === "info" || !isMeant) continue;
    (level === "error" ? logError : logWarning)(`${where}: ${reason}`);
  }
}
