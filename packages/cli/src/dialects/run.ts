import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeJson } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import type { Style } from "../output/style.ts";
import { wrapText } from "../output/wrap.ts";
import {
  type ConversationDescription,
  type DialectDescription,
  describeAll,
  type SchemaDescription,
} from "./describe.ts";

/** Runs `toolglot dialects`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const stdout = screen("stdout");
  const { dialects: described, profiles } = describeAll();
  if (args.has("json")) await writeJson(stdout, describeAll(), { isCompact: false });
  else {
    const width = Math.min(stdout.columns, 100);
    for (const dialect of described) await stdout.write(`${dialectText(dialect, stdout.style, width)}\n`);
    await stdout.write(`${stdout.style.bold("profiles")}\n`);
    for (const { name, title } of profiles) await stdout.write(fact(name, title, { style: stdout.style, width }));
  }
  return EXIT.ok;
}

function dialectText(dialect: DialectDescription, style: Style, width: number): string {
  const { id, aliases, title, strict, variants, fields, hosted, conversation } = dialect;
  const also = aliases.length === 0 ? "" : ` (also: ${aliases.join(", ")})`;
  const facts: [string, string][] = [
    ["tool names", nameText(dialect.toolNames)],
    ["schemas", schemaText(dialect.schema)],
    ["strict mode", strict === null ? "no" : `yes; ${schemaText(strict)}`],
    ...Object.entries(variants).map(([name, schema]): [string, string] => [
      "variant",
      variantText(name, schema, dialect),
    ]),
    ["tool fields", listText(["name", "description", ...fields])],
    ["hosted tools", listText(Object.entries(hosted).map(([kind, word]) => `${kind} (${word})`))],
    ["conversations", conversationText(conversation)],
    ...(conversation.kinds.includes("request") ? conversationFacts(conversation) : []),
  ];
  const lines = facts.map(([name, text]) => fact(name, text, { style, width }));
  const heading = wrapText(`${id}${also}  ${title}`, width).join("\n");
  return `${style.bold(id)}${heading.slice(id.length)}\n${lines.join("")}`;
}

function nameText({ characters, first, maxLength }: DialectDescription["toolNames"]): string {
  const start = first === undefined ? "" : `, the first one of [${first}]`;
  return `up to ${maxLength} of [${characters}]${start}`;
}

function schemaText({ keywords, notAtRoot }: SchemaDescription): string {
  const taken = keywords === null ? "every keyword" : keywords.join(" ");
  return notAtRoot.length === 0 ? taken : `${taken}; not at the root: ${notAtRoot.join(" ")}`;
}

function variantText(name: string, schema: SchemaDescription, dialect: DialectDescription): string {
  const text = schemaText(schema);
  return text === schemaText(dialect.schema) ? `${name} (the default)` : `${name}: ${text}`;
}

function conversationText({ kinds, framing }: ConversationDescription): string {
  return listText(kinds.map((kind) => (kind === "stream" ? `stream (${framing})` : kind)));
}

function conversationFacts({ callIds, customTools, resultMedia }: ConversationDescription): [string, string][] {
  return [
    ["call ids", `up to ${callIds.maxLength} characters, as in ${callIds.prefix}…`],
    ["free text tools", customTools ? "yes" : "no"],
    ["results", listText(["text", ...resultMedia])],
  ];
}

function listText(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}

const MARGIN = 18;

function fact(name: string, text: string, { style, width }: { readonly style: Style; readonly width: number }): string {
  const [first = "", ...more] = wrapText(text, width - MARGIN);
  const lines = [`  ${style.dim(name.padEnd(MARGIN - 2))}${first}`, ...more.map((line) => " ".repeat(MARGIN) + line)];
  return lines.map((line) => `${line}\n`).join("");
}
