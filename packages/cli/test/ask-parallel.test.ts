import type { Json } from "@toolglot/core";
import { loadConfig, startSimulator } from "@toolglot/gateway";
import { allowAll, functionTool, Registry, runAgent, withText } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";
import { openModel } from "../src/ask/model.ts";
import { configFile } from "./ask-tools.ts";

const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"];
const FIFTY = Array.from({ length: 50 }, (_, n) => n);

describe("fifty calls at once", () => {
  it.each(DIALECTS)("of a model of %s each get one result, in order", async (dialect) => {
    const simulator = await startSimulator();
    const tool_calls = FIFTY.map((n) => ({ name: "square", arguments: { n } }));
    simulator.simulator.expect({ responses: [{ tool_calls }, { content: "Squared." }] });
    const config = await loadConfig(configFile([dialect], simulator.url), { env: {} });
    const { generate, close } = openModel(config, `${dialect}/x`);
    const messages = withText([], "Square them.");
    const end = await runAgent({ generate, registry: new Registry([square]), messages, confirm: allowAll });
    const body = simulator.requests.at(-1)?.body ?? "";
    await close();
    await simulator.close();
    expect(end).toMatchObject({ type: "answered", text: "Squared.", turns: 2 });
    const results = [...body.matchAll(/tool_success\\":true,\\"result\\":(\d+)/g)].map(([, result]) => Number(result));
    expect(results).toEqual(FIFTY.map((n) => n * n));
  });
});

/** Takes longer for what comes first. */
const square = functionTool({
  name: "square",
  description: "n times n",
  inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  hints: { readOnly: true },
  call: async ({ n }): Promise<Json> => {
    await new Promise((resolve) => setTimeout(resolve, 50 - Number(n)));
    return Number(n) ** 2;
  },
});
