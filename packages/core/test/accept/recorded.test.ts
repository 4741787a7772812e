import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CORPUS } from "../../../../test/support/corpus.ts";
import { someOf } from "../../../../test/support/extent.ts";
import { accept as anthropic } from "../../src/dialects/anthropic/accept.ts";
import { accept as gemini } from "../../src/dialects/gemini/accept.ts";
import { accept as ollama } from "../../src/dialects/ollama/accept.ts";
import { accept as chat } from "../../src/dialects/openai-chat/accept.ts";
import { accept as responses } from "../../src/dialects/openai-responses/accept.ts";
import { accept as openrouter } from "../../src/dialects/openrouter/accept.ts";
import type { Accept, Problem } from "../../src/model/dialect.ts";
import type { Json } from "../../src/model/json.ts";
import { NAMES, targets, verdict } from "./targets.ts";

const hasCorpus = existsSync(CORPUS);
if (!hasCorpus) console.warn(`SKIPPED: no corpus at ${CORPUS}; what providers really said is not compared`);

interface Recording {
  readonly provider: string;
  readonly api: string;
  readonly status?: number;
  readonly message?: string;
  readonly request?: { readonly body?: { readonly tools?: Json } };
  readonly response?: { readonly status?: number };
}

function recordings(file: string): { recording: Recording; accept: Accept; tools: readonly Json[] }[] {
  const lines = readFileSync(`${CORPUS}/${file}`, "utf8").split("\n").filter(Boolean);
  return lines.flatMap((line) => {
    const recording: Recording = JSON.parse(line);
    const accept = CHECKED.get(`${recording.provider} ${recording.api}`);
    const tools = recording.request?.body?.tools;
    return accept !== undefined && Array.isArray(tools) ? [{ recording, accept, tools }] : [];
  });
}

// Servers that only look like a provider have rules of their own.
const CHECKED: ReadonlyMap<string, Accept> = new Map([
  ["openai openai-chat", chat],
  ["azure openai-chat", chat],
  ["openai openai-responses", responses],
  ["azure openai-responses", responses],
  ["anthropic anthropic-messages", anthropic],
  ["gemini gemini", gemini],
  ["vertex gemini", gemini],
  ["ollama ollama-chat", ollama],
  ["openrouter openai-chat", openrouter],
]);

/** What the providers' errors call the rules that tools break. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/array including every key in properties\. Missing/, "optional-property"],
  [/too many parameters with union types/, "too-many-unions"],
  [/too many optional parameters/, "too-many-optional"],
  [/Schema is too complex for compilation/, "schema-too-complex"],
  [/Too many strict tools/, "too-many-strict-tools"],
  [/input_schema: Input does not match the expected shape/, "malformed-schema"],
  [/For 'object' type, property 'properties' is not supported/, "boolean-schema"],
  [/input_schema\.type: (?:Field required|Input should be 'object')/, "root-not-object"],
  [/Circular reference detected in schema definitions/, "recursive-ref"],
];

describe.skipIf(!hasCorpus)("recorded responses of providers", () => {
  it("agrees with every refusal of tool definitions", () => {
    const refused = recordings("provider-errors.jsonl").filter(({ recording }) => refusalOf(recording) !== undefined);
    expect(refused.length).toBeGreaterThanOrEqual(16);
    for (const { recording, accept, tools } of refused) {
      const errors = accept(tools).filter(({ severity }) => severity === "error");
      expect(
        errors.map(({ rule }) => rule),
        recording.message,
      ).toContain(refusalOf(recording));
    }
  });

  it("finds nothing to refuse in tools whose request failed for another reason", () => {
    const others = recordings("provider-errors.jsonl").filter(({ recording }) => refusalOf(recording) === undefined);
    expect(others.length).toBeGreaterThan(10);
    for (const { recording, accept, tools } of others) expect(errorsOf(accept, tools), recording.message).toEqual([]);
  });

  it("refuses nothing that a provider accepted, except for two cases on which reports disagree", () => {
    const taken = recordings("traffic.dev.jsonl").filter(({ recording }) => recording.response?.status === 200);
    expect(taken.length).toBeGreaterThan(250);
    const refused = taken.flatMap(({ recording, accept, tools }) =>
      errorsOf(accept, tools).map(({ rule, path }) => `${recording.provider} ${rule} ${path.split("/").at(-1)}`),
    );
    // Strict mode took `default` in three recordings; OpenRouter handed open strict objects to a model that takes them.
    const disputed = /^openai unsupported-keyword default$|^openrouter open-object /;
    expect(refused.filter((line) => !disputed.test(line))).toEqual([]);
  });

  it("distinguishes the strict tools that a grammar compiler accepted and refused", () => {
    for (const { description, schema } of probedTools()) {
      const isRefused = /rejects|boundary\.$/.test(description);
      const errors = errorsOf(anthropic, [{ name: "f", strict: true, input_schema: schema }]);
      expect(errors.length > 0, JSON.stringify(schema)).toBe(isRefused);
    }
  });

  it("checks every real tool for every target, which each accept some and refuse some", () => {
    const seen = new Map(NAMES.map((name) => [name, new Set<string>()]));
    for (const { tool } of someOf(toolLines(), 8)) {
      for (const name of NAMES) seen.get(name)?.add(verdict(targets[name](tool.inputSchema)));
    }
    for (const verdicts of seen.values()) expect([...verdicts]).toEqual(expect.arrayContaining([".", "x"]));
  });
});

function errorsOf(accept: Accept, tools: readonly Json[]): Problem[] {
  return accept(tools).filter(({ severity }) => severity === "error");
}

function refusalOf({ message }: Recording): string | undefined {
  return REFUSALS.find(([pattern]) => pattern.test(message ?? ""))?.[1];
}

interface ToolLine {
  readonly source: string;
  readonly strict?: boolean;
  readonly tool: { readonly name: string; readonly description: string; readonly inputSchema: Json };
}

function toolLines(): ToolLine[] {
  const lines = readFileSync(`${CORPUS}/tools.dev.jsonl`, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

// Each was sent to the provider alone, to see whether it compiles; the no-argument ones by the dozen.
function probedTools(): { description: string; schema: Json }[] {
  const probed = toolLines().filter(({ source, strict }) => source.startsWith("recorded:rig/strict_schema") && strict);
  expect(probed.length).toBeGreaterThan(40);
  return probed.map(({ tool }) => ({ description: tool.description, schema: tool.inputSchema }));
}
