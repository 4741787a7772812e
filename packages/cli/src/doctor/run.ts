import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeJson } from "../output/json.ts";
import { plural } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import type { Style } from "../output/style.ts";
import { type Column, table } from "../output/table.ts";
import { checkAgents } from "./agents.ts";
import { checkConfig } from "./config.ts";
import type { Finding, FindingState } from "./finding.ts";
import { checkNode, checkPort } from "./machine.ts";
import { checkProviders } from "./providers.ts";

/** Runs `toolglot doctor`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const findings = await examine(args.get("config"));
  const isOk = findings.every(({ state }) => state !== "failed");
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, { ok: isOk, findings }, { isCompact: false });
  else await stdout.write(report(findings, stdout));
  return isOk ? EXIT.ok : EXIT.failed;
}

async function examine(file: string | undefined): Promise<Finding[]> {
  const [{ loaded, findings }, agents] = await Promise.all([checkConfig(file), checkAgents()]);
  const configured = loaded === undefined ? [] : [checkProviders(loaded.config), checkPort(loaded.config)];
  return [checkNode(), ...findings, ...(await Promise.all(configured)).flat(), ...agents];
}

const PAINTS: Readonly<Record<FindingState, keyof Style>> = { ok: "green", note: "cyan", failed: "red" };

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
