import { type AgentEnd, allowAll, runAgent } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure } from "../failure.ts";
import { screen } from "../output/screen.ts";
import { simulatedLine, simulatedNotice } from "../output/simulated.ts";
import { openTools } from "../tools/open.ts";
import { confirmByUser } from "./confirm.ts";
import { saveConversation } from "./file.ts";
import { InterruptedError, onInterruption, untilInterrupted } from "./interruption.ts";
import { openModel } from "./model.ts";
import { type AskPlan, readPlan } from "./plan.ts";
import type { Reporter } from "./report.ts";
import { jsonReporter } from "./report-json.ts";
import { textReporter } from "./report-text.ts";

/** Runs `toolglot ask`; resolves when the model has answered. */
export async function run(args: Arguments): Promise<ExitCode> {
  const { signal, release } = onInterruption();
  const reporter = args.has("json") ? jsonReporter() : textReporter();
  try {
    const plan = await untilInterrupted(readPlan(args), signal);
    announceSimulator(plan);
    const end = await converse(plan, args, { reporter, signal });
    reporter.end(end);
    return exitCodeOf(end, plan);
  } catch (error) {
    if (error instanceof InterruptedError) return EXIT.interrupted;
    throw error;
  } finally {
    release();
  }
}

function announceSimulator({ config, model }: AskPlan): void {
  const notice = simulatedNotice(config, model);
  if (notice !== undefined) process.stderr.write(simulatedLine(notice, screen("stderr").style));
}

interface AskContext {
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
}

async function converse(plan: AskPlan, args: Arguments, { reporter, signal }: AskContext): Promise<AgentEnd> {
  const { config, model: name, system, messages, maxTurns } = plan;
  const { registry, close } = await untilInterrupted(openTools(args, { signal }), signal);
  for (const refusal of registry.refusals) reporter.notice(refusal);
  const model = openModel(config, name);
  try {
    reporter.begin({ model: name, tools: registry.list().map((tool) => tool.name) });
    const end = await runAgent({
      registry,
      generate: model.generate,
      messages,
      ...(system === undefined ? {} : { system }),
      confirm: args.has("yes") ? allowAll : confirmByUser(),
      onEvent: reporter.event.bind(reporter),
      signal,
      maxTurns,
    });
    // Saved first, because closing may take time.
    saveIfAsked(plan, end);
    return end;
  } finally {
    await Promise.all([model.close(), close()]);
  }
}

function saveIfAsked({ save, model, system }: AskPlan, { messages }: AgentEnd): void {
  if (save !== undefined) saveConversation(save, { model, ...(system === undefined ? {} : { system }), messages });
}

function exitCodeOf(end: AgentEnd, { model }: AskPlan): ExitCode {
  if (end.type === "failed") throw new CommandFailure(`${model}: ${end.error}`, { code: end.code });
  return end.type === "interrupted" ? EXIT.interrupted : EXIT.ok;
}
