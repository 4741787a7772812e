import { type AgentEnd, allowAll, runAgent } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { openTools } from "../tools/open.ts";
import { confirmByUser } from "./confirm.ts";
import { saveConversation } from "./file.ts";
import { Interrupted, onInterruption, whileWaiting } from "./interruption.ts";
import { modelIn } from "./model.ts";
import { type Plan, readPlan } from "./plan.ts";
import type { Reporter } from "./report.ts";
import { jsonReporter } from "./report-json.ts";
import { textReporter } from "./report-text.ts";

/** Asks a model that may use the user's tools, and resolves when it has answered. */
export async function run(args: Arguments): Promise<ExitCode> {
  const { signal, release } = onInterruption();
  const reporter = args.has("json") ? jsonReporter() : textReporter();
  try {
    const plan = await whileWaiting(readPlan(args), signal);
    const end = await converse(plan, args, { reporter, signal });
    reporter.end(end);
    return exitCodeOf(end);
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted;
    throw error;
  } finally {
    release();
  }
}

interface Surroundings {
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
}

async function converse(plan: Plan, args: Arguments, { reporter, signal }: Surroundings): Promise<AgentEnd> {
  const { config, model: name, system, messages, maxTurns } = plan;
  const { registry, close } = await whileWaiting(openTools(args, { signal }), signal);
  for (const refusal of registry.refusals) reporter.notice(refusal);
  const model = modelIn(config, name);
  try {
    reporter.begin({ model: name, tools: registry.list().map((tool) => tool.name) });
    const end = await runAgent({
      registry,
      ask: model.ask,
      messages,
      ...(system === undefined ? {} : { system }),
      confirm: args.has("yes") ? allowAll : confirmByUser(),
      onEvent: reporter.event.bind(reporter),
      signal,
      maxTurns,
    });
    // Before anything is closed that may take its time.
    keep(plan, end);
    return end;
  } finally {
    await Promise.all([model.close(), close()]);
  }
}

function keep({ save, model, system }: Plan, { messages }: AgentEnd): void {
  if (save !== undefined) saveConversation(save, { model, ...(system === undefined ? {} : { system }), messages });
}

function exitCodeOf(end: AgentEnd): ExitCode {
  if (end.type === "failed") throw new Failure(end.error, { code: end.code });
  return end.type === "interrupted" ? EXIT.interrupted : EXIT.ok;
}
