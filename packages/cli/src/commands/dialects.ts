import { type Dialect, dialects as known } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import type { What } from "../convert/kind.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { speaks } from "../names.ts";
import { writeJson } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import type { Style } from "../output/style.ts";
import { fill } from "../output/table.ts";
import { profileTitles } from "../profiles.ts";
import type { Command } from "./command.ts";

export const dialects: Command = {
  name: "dialects",
  summary: "what each dialect can say, and which profiles there are",
  usage: "dialects [--json]",
  about: "Prints what is known of each dialect, and the profiles that schemas can be written in.",
  examples: ["toolglot dialects --json | jq '.dialects[] | {id, strict: (.strict != null)}'"],
  options: { json: { help: "print { dialects, profiles } as JSON" } },
  maxPositionals: 0,
  run,
};

async function run(args: Arguments): Promise<ExitCode> {
  const stdout = screen("stdout");
  const { dialects: described, profiles } = describeAll();
  if (args.has("json")) await writeJson(stdout, describeAll(), { isCompact: false });
  else {
    const width = Math.min(stdout.columns ?? 100, 100);
    for (const dialect of described) await stdout.write(`${dialectText(dialect, stdout.style, width)}\n`);
    await stdout.write(`${stdout.style.bold("profiles")}\n`);
    for (const { name, title } of profiles) await stdout.write(fact(name, title, { style: stdout.style, width }));
  }
  return EXIT.ok;
}

/** All that is known of dialects and profiles. */
export function describeAll(): {
  readonly dialects: readonly Description[];
  readonly profiles: readonly { readonly name: string; readonly title: string }[];
} {
  const profiles = Object.entries(profileTitles).map(([name, title]) => ({ name, title }));
  return { dialects: known.map(describe), profiles };
}

export interface Description {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly title: string;
  readonly toolNames: { readonly characters: string; readonly first?: string; readonly maxLength: number };
  readonly schema: SchemaDescription;
  readonly strict: SchemaDescription | null;
  readonly variants: Readonly<Record<string, SchemaDescription>>;
  readonly fields: readonly string[];
  readonly hosted: Readonly<Record<string, string>>;
  readonly conversation: ConversationDescription;
}

interface ConversationDescription {
  /** What `convert --what` takes for it, beside tools. */
  readonly kinds: readonly What[];
  /** `null`: there are no streams. */
  readonly framing: "sse" | "ndjson" | null;
  readonly callIds: { readonly prefix: string; readonly maxLength: number };
  /** Whether there are tools that take free text. */
  readonly customTools: boolean;
  /** What a result may hold beside text. */
  readonly resultMedia: readonly string[];
}

interface SchemaDescription {
  /** `null`: every keyword. */
  readonly keywords: readonly string[] | null;
  readonly notAtRoot: readonly string[];
}

function describe(dialect: Dialect): Description {
  const { id, aliases, title, profile } = dialect;
  return {
    id,
    aliases,
    title,
    toolNames: profile.toolNames,
    schema: describeSchema(profile.native),
    strict: profile.strict === undefined ? null : describeSchema(profile.strict),
    variants: Object.fromEntries(
      Object.entries(profile.variants ?? {}).map(([name, schema]) => [name, describeSchema(schema)]),
    ),
    fields: [...profile.toolFields],
    hosted: profile.hosted,
    conversation: describeConversation(dialect),
  };
}

const CONVERSATION: readonly What[] = ["choice", "calls", "results", "request", "response", "stream"];

function describeConversation(dialect: Dialect): ConversationDescription {
  const { framing, callIds, customTools, resultMedia } = dialect.profile.conversation;
  return {
    kinds: CONVERSATION.filter((what) => speaks(dialect, what)),
    framing: speaks(dialect, "stream") ? framing : null,
    callIds: { prefix: callIds.prefix, maxLength: callIds.maxLength },
    customTools,
    resultMedia: [...resultMedia],
  };
}

function describeSchema({ keywords, notAtRoot }: Dialect["profile"]["native"]): SchemaDescription {
  return { keywords: keywords === undefined ? null : [...keywords], notAtRoot: [...notAtRoot] };
}

function dialectText(dialect: Description, style: Style, width: number): string {
  const { id, aliases, title, strict, variants, fields, hosted, conversation } = dialect;
  const also = aliases.length === 0 ? "" : style.dim(` (also: ${aliases.join(", ")})`);
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
  return `${style.bold(id)}${also}  ${title}\n${lines.join("")}`;
}

function nameText({ characters, first, maxLength }: Description["toolNames"]): string {
  const start = first === undefined ? "" : `, the first one of [${first}]`;
  return `up to ${maxLength} of [${characters}]${start}`;
}

function schemaText({ keywords, notAtRoot }: SchemaDescription): string {
  const taken = keywords === null ? "every keyword" : keywords.join(" ");
  return notAtRoot.length === 0 ? taken : `${taken}; not at the root: ${notAtRoot.join(" ")}`;
}

function variantText(name: string, schema: SchemaDescription, dialect: Description): string {
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
  const [first = "", ...more] = fill(text, width - MARGIN);
  const lines = [`  ${style.dim(name.padEnd(MARGIN - 2))}${first}`, ...more.map((line) => " ".repeat(MARGIN) + line)];
  return lines.map((line) => `${line}\n`).join("");
}
