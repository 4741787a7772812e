import type { Config, Send } from "@toolglot/gateway";
import { nodeSend } from "@toolglot/gateway/serve";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeJson } from "../output/json.ts";
import { plural } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { agentChecks } from "./agents.ts";
import { type Check, type CheckResult, start } from "./check.ts";
import { ConfigCheck } from "./config.ts";
import { type Finding, PAINTS } from "./finding.ts";
import { checkNode, checkPort } from "./machine.ts";
import { followChecks } from "./progress.ts";
import { providerChecks } from "./providers.ts";

/** Runs `toolglot doctor`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const checks = await examine(args.get("config"));
  const findings = checks.flatMap((check) => check.findings);
  const isOk = findings.every(({ state }) => state !== "failed");
  const stdout = screen("stdout");
  const timings = checks.map(({ what, durationMs }) => ({ what, durationMs }));
  if (args.has("json")) await writeJson(stdout, { ok: isOk, findings, checks: timings }, { isCompact: false });
  else await stdout.write(report(findings, stdout));
  return isOk ? EXIT.ok : EXIT.failed;
}

// All checks run at the same time; the config comes first, because it says what else there is to check.
async function examine(file: string | undefined): Promise<CheckResult[]> {
  const agents = agentChecks().map(start);
  const config = new ConfigCheck(file);
  const first = await followChecks([{ what: "node", run: async () => [checkNode()] }, config].map(start));
  const { send, close } = nodeSend();
  try {
    const configured = config.loaded === undefined ? [] : configChecks(config.loaded.config, send);
    return [...first, ...(await followChecks([...configured.map(start), ...agents]))];
  } finally {
    await close();
  }
}

function configChecks(config: Config, send: Send): Check[] {
  const port = { what: `port ${config.server.port}`, run: async () => [await checkPort(config)] };
  return [...providerChecks(config, send), port];
}

const COLUMNS: readonly Column<Finding>[] = [
  { title: "STATE", cell: ({ state }) => state, paint: (text, { state }, style) => style[PAINTS[state]](text) },
  { title: "WHAT", cell: ({ what }) => what },
  { title: "DETAIL", cell: ({ detail, fix }) => (fix === undefined ? detail : `${detail}; ${fix}`) },
];

function report(findings: readonly Finding[], { style, columns }: Screen): string {
  const wrong = findings.filter(({ state }) => state === "failed").length;
  const summary = wrong === 0 ? style.green("no problems found") : style.red(`${plural(wrong, "problem")} to fix`);
  return `${table(findings, COLUMNS, { style, columns })}\n${summary}\n`;
}
