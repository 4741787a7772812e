import { existsSync, readFileSync } from "node:fs";
import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { CORPUS } from "./support/corpus.ts";
import { checkTools, convertTools } from "./support/dynamic.ts";

const TRAFFIC = `${CORPUS}/traffic.dev.jsonl`;

interface Recording {
  readonly id: string;
  readonly request?: { readonly url?: string; readonly body?: { readonly tools?: readonly Json[] } };
}

/** What an address says of the dialect that is spoken there. */
const ADDRESSES: readonly (readonly [part: RegExp, dialect: string])[] = [
  [/openrouter/, "openrouter"],
  [/\/chat\/completions/, "openai-chat"],
  [/\/responses/, "openai-responses"],
  [/\/messages/, "anthropic"],
  [/generateContent/i, "gemini"],
  [/\/api\/chat/, "ollama"],
];

const recorded = readRecordings();

describe.skipIf(recorded.length === 0)("tools in recorded requests", () => {
  const dialects = [...new Set(recorded.map(({ dialect }) => dialect))];

  it("are there in every dialect that has an address", () => {
    expect(dialects.toSorted()).toEqual(ADDRESSES.map(([, dialect]) => dialect).toSorted());
  });

  it.each(dialects)("come back from %s as they were", (dialect) => {
    for (const { id, tools } of of(dialect)) {
      const { value, losses, changes } = convertTools(tools, { from: dialect, to: dialect });
      expect(value, id).toEqual(tools);
      expect([...losses, ...changes], id).toEqual([]);
    }
  });

  it.each(dialects)("go from %s to every dialect as its provider accepts them", (dialect) => {
    for (const to of ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter", "mcp"]) {
      for (const { id, tools } of of(dialect)) {
        const { value } = convertTools(tools, { from: dialect, to, profile: "native", onInvalid: "skip" });
        if (value.length === 0) continue;
        const errors = checkTools(value, { from: to, to }).problems.filter(({ severity }) => severity === "error");
        expect(errors, `${id} to ${to}`).toEqual([]);
      }
    }
  });
});

function of(dialect: string): typeof recorded {
  return recorded.filter((each) => each.dialect === dialect);
}

function readRecordings(): { id: string; dialect: string; tools: readonly Json[] }[] {
  if (!existsSync(TRAFFIC)) {
    console.warn(`*** ${TRAFFIC} is absent: the tools of recorded requests are skipped ***`);
    return [];
  }
  const lines = readFileSync(TRAFFIC, "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const { id, request } = JSON.parse(line) as Recording;
    const dialect = ADDRESSES.find(([part]) => part.test(request?.url ?? ""))?.[1];
    const tools = request?.body?.tools;
    return dialect === undefined || !Array.isArray(tools) ? [] : [{ id, dialect, tools: tools as readonly Json[] }];
  });
}
