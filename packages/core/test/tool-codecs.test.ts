import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as anthropic from "../src/dialects/anthropic/tools.ts";
import * as executable from "../src/dialects/executable/tools.ts";
import * as gemini from "../src/dialects/gemini/tools.ts";
import * as mcp from "../src/dialects/mcp/tools.ts";
import * as ollama from "../src/dialects/ollama/tools.ts";
import * as chat from "../src/dialects/openai-chat/tools.ts";
import * as responses from "../src/dialects/openai-responses/tools.ts";
import * as openrouter from "../src/dialects/openrouter/tools.ts";
import { equalJson } from "../src/json/value.ts";
import type { ToolCodec, ToolDraft } from "../src/model/dialect.ts";
import type { Json } from "../src/model/json.ts";
import type { ToolFields } from "../src/model/tool.ts";
import { Ledger, Report } from "../src/report.ts";
import { toolArbitraries } from "./tool-arbitraries.ts";

const codecs: Readonly<Record<string, ToolCodec>> = {
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic,
  gemini,
  ollama,
  openrouter,
  mcp,
  executable,
};

describe.each(Object.keys(codecs))("%s", (id) => {
  test("gives back what it was given", () => {
    fc.assert(
      fc.property(toolArbitraries[id] as fc.Arbitrary<Json[]>, (wire) => {
        const back = convert(wire, id, id);
        expect(equalJson(back.value, wire), JSON.stringify([wire, back.value, back.tools])).toBe(true);
        expect(back.losses).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

function convert(wire: readonly Json[], from: string, to: string) {
  const ledger = new Ledger({ from, to });
  const tools = codecs[from]?.decode(wire, new Report(ledger, "to_canonical")) ?? [];
  const value = codecs[to]?.encode(tools.map(draftOf), new Report(ledger, "from_canonical")) ?? [];
  return { tools, value, losses: ledger.losses() };
}

function draftOf(tool: ToolFields): ToolDraft {
  if (tool.type !== "function") return { tool, name: tool.name };
  const { name, inputSchema, outputSchema, strict } = tool;
  return {
    tool,
    name,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(strict !== undefined && { strict }),
  };
}
