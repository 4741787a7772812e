import { type Change, convertTools, type Json, type Loss } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { lossIn } from "../convert/tools.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { findTools } from "../input/tools.ts";
import { writeJson } from "../output/json.ts";
import { lossTable } from "../output/losses.ts";
import { pretty } from "../output/pretty.ts";
import { type Screen, screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { programName } from "../program-name.ts";

const TOOLS: Json = [
  {
    name: "label_set",
    inputSchema: {
      type: "object",
      required: ["issue"],
      properties: {
        issue: { type: "integer", minimum: 1 },
        labels: { type: "object", additionalProperties: { type: "string" } },
        due: { type: "string", format: "date" },
      },
    },
  },
];

const CALL: Json = { issue: 7, labels: [{ key: "priority", value: "high" }], due: null };

/** Runs `toolglot demo`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const stdout = screen("stdout");
  const strict = convertTools(TOOLS, { from: "mcp", to: "openai-chat", profile: "strict" });
  const lossy = convertTools(TOOLS, { from: "mcp", to: "ollama" });
  if (args.has("json")) {
    await writeJson(stdout, { tools: TOOLS, translations: [strict, lossy].map(translation) }, { isCompact: false });
    return EXIT.ok;
  }
  const sections = [
    section("A tool as an MCP server describes it", json(TOOLS, stdout), stdout),
    section("For OpenAI Chat, in its strict mode", json(strict.value, stdout), stdout),
    section("What changed, and is undone in the arguments of every call", changesText(strict, stdout), stdout),
    section("What the model calls it with", json(CALL, stdout), stdout),
    section("What the MCP server gets", json(strict.lift("label_set", CALL), stdout), stdout),
    section("For Ollama, which supports fewer schema keywords", json(lossy.value, stdout), stdout),
    section("What was lost", lossesText(lossy, stdout), stdout),
    section("Next", nextText(programName()), stdout),
  ];
  await stdout.write(sections.join("\n"));
  return EXIT.ok;
}

function translation({ value, losses, changes }: Reported & { readonly value: object }): object {
  return { value, losses, changes };
}

function nextText(toolglot: string): string {
  return `  echo '{"name":"now","inputSchema":{"type":"object"}}' | ${toolglot} convert --to anthropic
  ${toolglot} convert YOUR_TOOLS.json --to gemini    your own tools, from any dialect to any other
  ${toolglot} check YOUR_TOOLS.json --for openai     what a provider would reject
  ${toolglot} dialects                               what each dialect supports
  ${toolglot} --help
`;
}

function section(title: string, body: string, { style }: Screen): string {
  return `${style.bold(title)}\n${body}`;
}

function json(value: object | Json, { columns }: Screen): string {
  return `${pretty(value as Json, Math.min(columns, 100))}\n`;
}

interface Reported {
  readonly changes: readonly Change[];
  readonly losses: readonly Loss[];
}

const CHANGE_COLUMNS: readonly Column<Change>[] = [
  { title: "RULE", cell: ({ rule }) => rule },
  { title: "PATH", cell: ({ path }) => path },
];

function changesText({ changes, losses }: Reported, { style, columns }: Screen): string {
  const lost = losses.length === 0 ? style.green("none") : String(losses.length);
  return `${table(changes, CHANGE_COLUMNS, { style, columns })}losses: ${lost}\n`;
}

function lossesText({ losses }: Pick<Reported, "losses">, stdout: Screen): string {
  return lossTable(
    losses.map((loss) => lossIn(findTools(TOOLS), loss)),
    stdout,
  );
}
