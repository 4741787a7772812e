import type { Json } from "@toolglot/core";
import { changesSince, lint, type RunnableTool } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError, unknownValue } from "../failure.ts";
import { escapeInvisible, escapeInvisibleJson, escapeInvisibleLines } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { logWarning } from "../output/messages.ts";
import { pretty } from "../output/pretty.ts";
import { type Screen, screen } from "../output/screen.ts";
import { definitionOf, originText } from "./definition.ts";
import type { Toolset } from "./open.ts";

/**
 * Runs `toolglot tools show`: the complete definition of a tool, approved or not, with invisible characters escaped.
 */
export async function show(toolset: Toolset, args: Arguments): Promise<ExitCode> {
  const tool = toolNamed(toolset.found, args.positionals[1]);
  const stdout = screen("stdout");
  // Escaped even if it is not printed on a terminal: the reader wants to see what is there.
  if (args.has("json")) await stdout.write(escapeInvisibleJson(jsonText(definitionOf(tool), { isCompact: false })));
  else await stdout.write(text(tool, approval(tool, toolset), stdout));
  for (const suspicion of lint(tool)) logWarning(`${tool.name}: ${suspicion}`);
  return EXIT.ok;
}

function toolNamed(tools: readonly RunnableTool[], name: string | undefined): RunnableTool {
  if (name === undefined) throw new UsageError("no tool name given: toolglot tools show NAME");
  const tool = tools.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  throw unknownValue(
    "tool",
    name,
    tools.map((each) => each.name),
  );
}

function approval(tool: RunnableTool, { lock }: Toolset): string {
  if (lock === undefined) return "no lock, all tools are offered";
  const changes = changesSince(tool, lock);
  if (changes === undefined) return "not offered: never approved";
  return changes.length === 0 ? "approved" : `not offered: changed since it was approved: ${changes.join(", ")}`;
}

function text(tool: RunnableTool, approved: string, { style, columns }: Screen): string {
  const { name, title, description, inputSchema, outputSchema, hints } = tool;
  const width = Math.min(columns, WIDTH);
  const json = (schema: unknown) => escapeInvisibleJson(pretty(schema as Json, width));
  const facts = [["from", originText(tool)], ["lock", approved], ...Object.entries(hints)];
  return [
    style.bold(escapeInvisible(title === undefined ? name : `${name} (${title})`)),
    ...facts.map(([what, fact]) => `${style.dim(`${what}:`)} ${escapeInvisible(String(fact))}`),
    `\n${escapeInvisibleLines(description)}\n`,
    `${style.dim("arguments:")} ${json(inputSchema)}`,
    ...(outputSchema === undefined ? [] : [`${style.dim("result:")} ${json(outputSchema)}`]),
    "",
  ].join("\n");
}

const WIDTH = 100;
