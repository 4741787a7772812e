import { describe, expect, it } from "vitest";
import { DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";

describe("S15: a request whose tools exceed the work budget", () => {
  const any = { anyOf: [{ type: "string" }, { type: "number" }] };
  const schema = { type: "object", properties: { a: { allOf: Array.from({ length: 14 }, () => any) } } };
  const tools = {
    "openai-chat": (name: string) => ({ type: "function", function: { name, parameters: schema } }),
    "openai-responses": (name: string) => ({ type: "function", name, parameters: schema, strict: false }),
    anthropic: (name: string) => ({ name, input_schema: schema }),
    gemini: (name: string) => ({ functionDeclarations: [{ name, parametersJsonSchema: schema }] }),
    "gemini-interactions": (name: string) => ({ type: "function", name, parameters: schema }),
    ollama: (name: string) => ({ type: "function", function: { name, parameters: schema } }),
    bedrock: (name: string) => ({ toolSpec: { name, inputSchema: { json: schema } } }),
  };

  it.each(DIALECTS)(
    "is refused in the dialect %s, or served; it is never a failure of the gateway",
    async (dialect) => {
      const { gateway } = await startGatewayAndSim();
      for (const provider of DIALECTS) {
        const { path, body } = requestFor(dialect, { model: `${provider}/x`, streams: false });
        const many = Array.from({ length: 20 }, (_, index) => tools[dialect](`bomb_${index}`));
        const offered = dialect === "bedrock" ? { toolConfig: { tools: many } } : { tools: many };
        const reply = await post(gateway.url, path, { ...body, ...offered });
        const text = await reply.text();
        expect([provider, [200, 400, 413].includes(reply.status)], text.slice(0, 300)).toEqual([provider, true]);
        if (reply.status !== 200) expect(errorIn(dialect, reply.status, text)).toMatch(/bomb_\d+|tools/);
        expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
      }
    },
  );
});
