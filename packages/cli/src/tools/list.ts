import type { Refusal, Registry, RunnableTool } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { untilInterrupted } from "../ask/interruption.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeJson } from "../output/json.ts";
import { logNote, plural } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import type { Style } from "../output/style.ts";
import { type Column, table } from "../output/table.ts";
import { definitionOf, originText } from "./definition.ts";
import type { Toolset } from "./open.ts";
import { suspicions } from "./suspicions.ts";

/**
 * Runs `toolglot tools list`: the usable tools, then what was left out or looks suspicious. Tools of slow servers
 * follow as they connect.
 */
export async function list(toolset: Toolset, args: Arguments, signal: AbortSignal): Promise<ExitCode> {
  const stdout = screen("stdout");
  if (args.has("json")) {
    const { registry } = toolset;
    const tools = registry.list().map(definitionOf);
    await writeJson(stdout, { tools, refusals: noticesOf(registry) }, { isCompact: false });
    return EXIT.ok;
  }
  const shown = new Set<string>();
  const show = ({ registry }: Toolset) => {
    const tools = registry.list().filter(({ name }) => !shown.has(name));
    for (const { name } of tools) shown.add(name);
    return tools.length === 0 ? undefined : stdout.write(table(tools, TOOLS, stdout));
  };
  await show(toolset);
  toolset.pending?.onMore((more) => void show(more));
  const whole = toolset.pending === undefined ? toolset : await untilInterrupted(toolset.pending.complete, signal);
  await show(whole);
  const { registry } = whole;
  const isEmpty = shown.size === 0;
  if (isEmpty) logNote(NO_TOOLS);
  const notices = noticesOf(registry);
  if (notices.length > 0) await stdout.write(`${isEmpty ? "" : "\n"}${noticeText(notices, stdout)}`);
  return EXIT.ok;
}

const NO_TOOLS =
  "no tools found; put an executable that supports --schema into ~/.toolglot/tools, or name a folder with --dir";

function noticesOf(registry: Registry): Refusal[] {
  return [...registry.refusals, ...suspicions(registry.list())];
}

const TOOLS: readonly Column<RunnableTool>[] = [
  { title: "NAME", cell: ({ name }) => name, paint: (text, _, style) => style.bold(text) },
  { title: "FROM", cell: originText },
  { title: "READS ONLY", cell: ({ hints }) => (hints.readOnly === true ? "yes" : "") },
  { title: "DESCRIPTION", cell: ({ description }) => firstSentence(description) },
];

const MAX_DESCRIPTION = 200;

function firstSentence(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION)}…` : line;
}

const PAINTS: Readonly<Record<Refusal["level"], keyof Style>> = { info: "cyan", warning: "yellow", error: "red" };

const NOTICES: readonly Column<Refusal>[] = [
  { title: "LEVEL", cell: ({ level }) => level, paint: (text, { level }, style) => style[PAINTS[level]](text) },
  { title: "TOOL", cell: ({ name }) => name ?? "" },
  { title: "WHERE", cell: ({ where }) => where },
  { title: "REASON", cell: ({ reason }) => reason },
];

function noticeText(refusals: readonly Refusal[], { style, columns }: Screen): string {
  return `${style.bold(plural(refusals.length, "notice"))}\n${table(refusals, NOTICES, { style, columns })}`;
}
