import { readdirSync, readFileSync } from "node:fs";
import { type DetectKind, detectDialect, type Json, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";

const CASES = "cases";

/** The concepts whose files are whole values, and what these are. */
const CONCEPTS: readonly (readonly [concept: string, what: DetectKind])[] = [
  ["tools", "tools"],
  ["calls", "calls"],
  ["results", "results"],
  ["requests", "request"],
  ["responses", "response"],
  ["errors", "response"],
];

/** What may be written in the same way as another dialect writes it. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  "openai-chat": ["ollama"],
  openrouter: ["openai-chat", "ollama", "anthropic"],
  ollama: ["openai-chat"],
  "gemini-interactions": ["openai-responses"],
  // Its errors.
  "openai-responses": ["openai-chat"],
};

describe.each(CONCEPTS)("the files of cases/%s", (concept, what) => {
  it.each(readdirSync(`${CASES}/${concept}`))("are recognised: %s", (name) => {
    expect(filesOf(`${CASES}/${concept}/${name}`).filter(([dialect, value]) => isWrong(dialect, value, what))).toEqual(
      [],
    );
  });
});

function filesOf(folder: string): [dialect: string, value: Json][] {
  return readdirSync(folder).flatMap((name): [string, Json][] => {
    if (!name.endsWith(".json") || ["case.json", "losses.json", "canonical.json"].includes(name)) return [];
    const value = parseJson(readFileSync(`${folder}/${name}`, "utf8"));
    return [[name.split(".")[0] ?? "", bodyOf(value)]];
  });
}

// Errors are written with their status.
function bodyOf(value: Json): Json {
  const { status, body } = value as { readonly status?: Json; readonly body?: Json };
  return typeof status === "number" && body !== undefined ? body : value;
}

/** Nothing may be taken for something else; a request of messages alone, which many dialects have, need not be recognised. */
function isWrong(dialect: string, value: Json, what: DetectKind): boolean {
  const found = detectDialect(value);
  if (found === undefined) return what !== "request";
  return found.what !== what || ![dialect, ...(SAME[dialect] ?? [])].includes(found.dialect);
}
