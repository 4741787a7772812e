import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { EXTENT } from "../../../test/support/extent.ts";
import { dialects } from "../src/dialects/index.ts";
import { Ledger } from "../src/ledger.ts";
import { createRequest } from "../src/mapping/nodes/request.ts";
import type { Dialect } from "../src/model/dialect.ts";
import type { Part } from "../src/model/part.ts";
import { Report } from "../src/report.ts";

// A field that is added to a canonical node must not get lost in silence: either the code does not compile before it is taken
// care of, or every target that does not know the field reports its loss.

/** The types whose nodes are built field by field, and the file of each. */
const BUILT: Readonly<Record<string, string>> = {
  TextPart: "content",
  CallPart: "call",
  ResultPart: "result",
  Message: "message",
  CanonicalRequest: "request",
  CanonicalResponse: "response",
  Candidate: "response",
  Usage: "usage",
};

/** The interface that has the fields of a type, where it is another. */
const FIELDS_IN: Readonly<Record<string, string>> = { ResultPart: "ResultWith<Content>" };

// It takes the compiler as long as the whole core.
describe.skipIf(EXTENT === "quick")("A new field", () => {
  it.each(Object.keys(BUILT))("of %s does not compile before it is taken care of", (type) => {
    expect(forgotten()).toContain(type);
  });

  it.each(["TextPart", "CallPart", "ResultPart", "Message"])("of %s must say whether a plain one has it", (type) => {
    expect(forgotten()).toContain(`plain ${type}`);
  });
});

describe.skipIf(EXTENT === "quick")("The level of losses", () => {
  it("of a new field or with a new code does not compile before it is decided", () => {
    forgotten();
    expect(levelErrors).toEqual(
      expect.arrayContaining([expect.stringContaining("'lang'"), expect.stringContaining("new-code")]),
    );
  });
});

/** The dialects that have tools, calls and results, and no conversations. */
const TOOLS_ONLY: readonly string[] = ["mcp", "executable"];

/** The dialects that write a copy of the request, of fields that the compiler knows. */
const COPIES_REQUEST: readonly string[] = ["openai-chat", "openrouter"];

const PARTS: readonly Part[] = [
  { type: "text", text: "hi" },
  { type: "media", kind: "image", source: { type: "base64", mediaType: "image/png", data: "iVBORw0KGgo=" } },
  { type: "refusal", text: "no" },
  { type: "call", kind: "function", id: "call_1", name: "f", input: { type: "json", text: "{}" } },
  { type: "result", id: "call_1", name: "f", parts: [{ type: "text", text: "ok" }] },
];

describe.each(dialects.map((dialect) => ({ id: dialect.id, dialect })))("What $id does not know", ({ id, dialect }) => {
  it.each(PARTS.map((part) => ({ type: part.type, part })))("of a $type is a loss", ({ part }) => {
    const codec = { call: dialect.calls, result: dialect.results }[part.type as string] ?? dialect.parts;
    const losses = lossesOf((report) => codec.encode(withLang(part) as never, report));
    // Where the whole part is only described, its loss names the part.
    expect(losses).toContain(part.type === "media" && losses.includes(part.kind) ? part.kind : "lang");
  });

  it.skipIf(TOOLS_ONLY.includes(id))("of a message is a loss", () => {
    const message = withLang({ role: "user", parts: [{ type: "text", text: "hi" }] } as const);
    expect(lossesOf((report) => dialect.messages.encode([message], report))).toContain("lang");
  });

  it.skipIf(TOOLS_ONLY.includes(id) || COPIES_REQUEST.includes(id))("of a request is a loss", () => {
    const request = withLang(createRequest({}, { model: "m" }));
    expect(lossesOf((report) => dialect.request.encode(request, report))).toContain("lang");
  });

  it.skipIf(TOOLS_ONLY.includes(id))("of a response is a loss", () => {
    const response = withLang({ candidates: [{ parts: [], finishReason: { reason: "end" } }] } as const);
    expect(lossesOf((report) => encodeResponse(dialect, response, report))).toContain("lang");
  });
});

function encodeResponse(
  dialect: Dialect,
  response: Parameters<Dialect["response"]["encode"]>[0],
  report: Report,
): void {
  dialect.response.encode(response, report, { id: "1", created: 0, model: "m" } as never);
}

function withLang<T extends object>(node: T): T {
  return { ...node, lang: "de" };
}

/** What is lost where no fast path is taken: these know the fields of the types alone, which the first half of this file holds. */
function lossesOf(encode: (report: Report) => unknown): string[] {
  const ledger = new Ledger({ from: "a", to: "b" });
  encode(new Report(ledger, "from_canonical"));
  return ledger.losses().map(({ feature }) => feature);
}

/** What the compiler says of the tables of levels. */
let levelErrors: readonly string[] = [];
let found: readonly string[] | undefined;

/** The types of which the compiler misses the new field, in a copy of the core in which each of them has one. */
function forgotten(): readonly string[] {
  found ??= compileWithField();
  return found;
}

function compileWithField(): string[] {
  const copy = mkdtempSync(join(tmpdir(), "toolglot-field-"));
  try {
    cpSync(fileURLToPath(new URL("../src", import.meta.url)), join(copy, "src"), { recursive: true });
    for (const [type, file] of Object.entries(BUILT)) addField(join(copy, "src/model", `${file}.ts`), type);
    const base = fileURLToPath(new URL("../../../tsconfig.base.json", import.meta.url));
    const compilerOptions = { noEmit: true, types: [], composite: false, incremental: false };
    writeFileSync(join(copy, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ extends: base, compilerOptions, include: ["src"] }));
    addCode(join(copy, "src/model/codes.ts"));
    const output = compile(copy);
    levelErrors = output.split("\n").filter((line) => line.includes("loss-levels.ts"));
    return missedIn(output);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function addField(file: string, type: string): void {
  const before = readFileSync(file, "utf8");
  const after = before.replace(
    new RegExp(`^(export interface ${FIELDS_IN[type] ?? type} extends [^{]*\\{)`, "m"),
    "$1\n  readonly lang?: string | undefined;",
  );
  expect(after, `${file} has no interface ${type}`).not.toBe(before);
  writeFileSync(file, after);
}

function addCode(file: string): void {
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replace("export type LossCode =", 'export type LossCode =\n  | "new-code"'));
}

function compile(folder: string): string {
  const tsc = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));
  try {
    return execFileSync(tsc, ["-p", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    // The compiler fails, as it should, and says why on its standard output.
    return String((error as { stdout?: unknown }).stdout);
  }
}

// "Property 'lang' is missing in type '…' but required in type 'Whole<TextPart>'.", or `Readonly<Record<keyof TextPart, …>>`.
function missedIn(output: string): string[] {
  const whole = [...output.matchAll(/'lang' is missing .* required in type 'Whole<(\w+)>'/g)];
  const plain = [...output.matchAll(/'lang' is missing .* required in type 'Readonly<Record<keyof (\w+),/g)];
  return [...whole.map(([, type]) => String(type)), ...plain.map(([, type]) => `plain ${type}`)];
}
