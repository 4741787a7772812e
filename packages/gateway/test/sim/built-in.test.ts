import { describe, expect, it } from "vitest";
import { environmentConfig } from "../../src/config/environment.ts";
import { isSimulatedOnly } from "../../src/config/simulated.ts";
import { startGateway } from "../support/gateway.ts";

const TOOL = { type: "function", function: { name: "rm", parameters: { type: "object", properties: {} } } };

interface Answer {
  readonly choices: readonly [{ readonly message: { readonly content: string; readonly tool_calls?: unknown } }];
  readonly error: unknown;
}

async function ask(model: string, more: object = {}, env: Record<string, string> = {}) {
  const config = await environmentConfig(env);
  const gateway = await startGateway({ providers: {}, listen: { config } });
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Call rm" }], tools: [TOOL], ...more }),
  });
  return {
    status: response.status,
    target: response.headers.get("x-toolglot-target"),
    body: (await response.json()) as Answer,
  };
}

describe("The built-in simulator", () => {
  it.each(["sim/default", "sim/sim-1", "sim/x", "gpt-5.6"])("talks as %s, and calls nothing", async (model) => {
    const { status, body } = await ask(model);
    expect(status).toBe(200);
    expect(body.choices[0].message.tool_calls).toBeUndefined();
    expect(body.choices[0].message.content).toContain("Hello from the simulated provider!");
    const required = await ask(model, { tool_choice: "required" });
    expect(required.body.choices[0].message.tool_calls).toBeUndefined();
  });

  it.each(["sim/tools", "sim/thinking", "sim/fault-drip"])(
    "calls the tools that it is offered as %s",
    async (model) => {
      const { body } = await ask(model);
      expect(body.choices[0].message.tool_calls).toMatchObject([{ function: { name: "rm" } }]);
    },
  );

  it("answers for every name if there is no provider, and for a vendor's model only by its own name", async () => {
    expect(isSimulatedOnly(await environmentConfig({}))).toBe(true);
    expect(isSimulatedOnly(await environmentConfig({ OPENAI_API_KEY: "k" }))).toBe(false);
    expect((await ask("gpt-5.6")).target).toBe("sim/default");
    const named = await ask("openai/gpt-5.6");
    expect(named.status).toBe(404);
    expect(named.body.error).toMatchObject({
      code: "model_not_found",
      message:
        'the provider openai of the model "openai/gpt-5.6" is not configured; set OPENAI_API_KEY, or add openai to the providers of the config',
    });
  });

  it("leaves a vendor's name to a route that matches it, but not to one for all names", async () => {
    const to = [{ provider: "router" }];
    const provider = { dialect: "openai-chat", baseUrl: "sim:" };
    const targets = async (match: string) => {
      const gateway = await startGateway({ providers: { router: provider }, routes: [{ match, to }] });
      const url = `${gateway.url}/v1/chat/completions`;
      const body = JSON.stringify({ model: "openai/gpt-5.6", messages: [{ role: "user", content: "hi" }] });
      const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
      return [response.status, response.headers.get("x-toolglot-target")];
    };
    expect(await targets("openai/*")).toEqual([200, "router/openai/gpt-5.6"]);
    expect(await targets("*")).toEqual([404, null]);
  });
});
