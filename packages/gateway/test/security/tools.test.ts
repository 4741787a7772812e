import { createServer } from "node:http";
import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { isDrawn } from "../../../../test/support/extent.ts";
import { portOf } from "../../../../test/support/port.ts";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";

/** A tool with a schema, as a client of each dialect sends it. */
function withTool(dialect: ClientDialect, schema: unknown): object {
  const name = "lookup";
  switch (dialect) {
    case "openai-chat":
    case "ollama":
      return { tools: [{ type: "function", function: { name, parameters: schema } }] };
    case "openai-responses":
    case "gemini-interactions":
      return { tools: [{ type: "function", name, parameters: schema }] };
    case "anthropic":
      return { tools: [{ name, input_schema: schema }] };
    case "gemini":
      return { tools: [{ functionDeclarations: [{ name, parametersJsonSchema: schema }] }] };
    case "bedrock":
      return { toolConfig: { tools: [{ toolSpec: { name, inputSchema: { json: schema } } }] } };
  }
}

/** Each definition refers twice to the next: written out it would have 2^30 nodes. */
function doubling(): object {
  const definitions = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `d${index}`,
      { type: "object", properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
    ]),
  );
  return {
    type: "object",
    properties: { x: { $ref: "#/$defs/d0" } },
    $defs: { ...definitions, d30: { type: "string" } },
  };
}

const catastrophic = "^(a+)+$";
const BOMBS: Readonly<Record<string, object>> = {
  "S15: references that double": doubling(),
  "S15: a schema that refers to itself": { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] },
  "S15: references in a circle": { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
  "S15: a reference to nothing": { type: "object", properties: { a: { $ref: "#/$defs/none" } } },
  "S15: a reference by a strange pointer": { type: "object", properties: { a: { $ref: "#/__proto__/constructor" } } },
  "S15: a huge enumeration": {
    type: "object",
    properties: { a: { enum: Array.from({ length: 20_000 }, (_, index) => `v${index}`) } },
  },
  "S15: many properties": {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: "string" }])),
  },
  "S15: alternatives in alternatives": nest(40, (inner) => ({ anyOf: [inner, inner, { type: "string" }] })),
  "S15: all of all": nest(40, (inner) => ({ allOf: [inner, { minLength: 1 }] })),
  "S14: a pattern that never ends (ajv CVE-2025-69873)": {
    type: "object",
    properties: {
      a: { type: "string", pattern: catastrophic, default: `${"a".repeat(40)}!`, examples: [`${"a".repeat(40)}!`] },
    },
    patternProperties: { [catastrophic]: { type: "string" } },
    additionalProperties: false,
  },
  "S14: a pattern that is none": { type: "object", properties: { a: { type: "string", pattern: "(((([" } } },
  "S16: names of what every object has (langsmith CVE-2026-40190)": JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"const":true}}},"constructor":{"type":"string"},"toString":{"type":"string"},"":{"type":"string"},"0":{"type":"string"}},"required":["__proto__"],"$defs":{"__proto__":{"polluted":true}}}',
  ) as object,
};

const SCHEMAS = Object.entries(BOMBS).map(([name, schema], index) => [name, schema, index] as const);

describe.each(SCHEMAS)("%s", (_, schema, index) => {
  const clients = DIALECTS.filter((_, column) => isDrawn(3, index, column));

  it.each(clients)("in a tool of a client of %s is sent within limits, or refused", async (dialect) => {
    const { gateway, sim } = await startGatewayAndSim();
    for (const [place, provider] of DIALECTS.entries()) {
      if (!isDrawn(DIALECTS.length, index, DIALECTS.indexOf(dialect), place)) continue;
      const { path, body } = requestFor(dialect, { model: `${provider}/x`, streams: false });
      const reply = await post(gateway.url, path, { ...body, ...withTool(dialect, schema) });
      const reported = await reply.text();
      expect([provider, reply.status]).toEqual([
        provider,
        expect.toSatisfy((status: number) => status === 200 || status === 400),
      ]);
      if (reply.status === 400) errorIn(dialect, 400, reported);
    }
    expect(sim.requests.filter(({ body }) => body.length > 8 * 1024 * 1024)).toEqual([]);
    expect(gateway.records.filter(({ event }) => event === "bug")).toEqual([]);
    expect(Object.prototype).not.toHaveProperty("polluted");
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  });
});

describe("S15: a remote reference", () => {
  it("is never followed", async () => {
    const requested: string[] = [];
    const server = createServer((request, response) => {
      requested.push(request.url ?? "");
      response.end('{"type":"string"}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${portOf(server)}/schema.json`;
    const { gateway } = await startGatewayAndSim();
    const schema = {
      $schema: url,
      $id: url,
      type: "object",
      properties: { a: { $ref: url }, b: { $ref: "file:///etc/passwd" }, c: { $dynamicRef: url } },
    };
    for (const dialect of DIALECTS)
      for (const provider of DIALECTS) {
        const { path, body } = requestFor(dialect, { model: `${provider}/x`, streams: false });
        expect((await post(gateway.url, path, { ...body, ...withTool(dialect, schema) })).status).toBeLessThan(500);
      }
    expect(requested).toEqual([]);
    server.close();
  });
});

describe("S15, S30: too many tools", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `tool_${index}`);
  const offered: Readonly<Record<string, (count: number) => object>> = {
    "openai-chat": (count) => ({ tools: many(count).map((name) => ({ type: "function", function: { name } })) }),
    "openai-responses": (count) => ({ tools: many(count).map((name) => ({ type: "function", name, strict: false })) }),
    anthropic: (count) => ({ tools: many(count).map((name) => ({ name, input_schema: { type: "object" } })) }),
    gemini: (count) => ({ tools: [{ functionDeclarations: many(count).map((name) => ({ name })) }] }),
    "gemini-interactions": (count) => ({ tools: many(count).map((name) => ({ type: "function", name })) }),
    bedrock: (count) => ({
      toolConfig: {
        tools: many(count).map((name) => ({ toolSpec: { name, inputSchema: { json: { type: "object" } } } })),
      },
    }),
    ollama: (count) => ({ tools: many(count).map((name) => ({ type: "function", function: { name } })) }),
  };

  it.each(DIALECTS)("are refused in the dialect %s, without a request to a provider", async (dialect) => {
    const { gateway, sim } = await startGatewayAndSim({ server: { maxTools: 3 } });
    const { path, body } = requestFor(dialect, { model: "ollama/x", streams: false });
    const ask = (count: number) => post(gateway.url, path, { ...body, ...offered[dialect]?.(count) });
    expect((await ask(3)).status).toBe(200);
    const before = sim.requests.length;
    const refused = await ask(4);
    expect(refused.status).toBe(400);
    expect(legality[dialect]?.error(400, (await refused.json()) as Json)).toEqual([]);
    expect(sim.requests.length).toBe(before);
    expect((await gateway.requests(2))[1]).toMatchObject({ outcome: "error", errorType: "too_many_tools" });
  });

  it("are refused for counting and dry runs too", async () => {
    const { gateway } = await startGatewayAndSim();
    const tools = offered.anthropic?.(1025);
    const [request, list] = [{ model: "ollama/x", messages: [] }, (tools as { tools: object[] }).tools];
    const tries: readonly (readonly [string, object])[] = [
      ["/v1/messages/count_tokens", { ...request, ...tools }],
      ["/v1beta/models/ollama/x:countTokens", { generateContentRequest: offered.gemini?.(1025) }],
      ["/v1/chat/completions", { ...request, functions: list }],
      ["/v1/translate", { what: "tools", from: "anthropic", to: "gemini", body: list }],
      ["/v1/translate", { what: "request", from: "anthropic", to: "gemini", body: { ...request, ...tools } }],
    ];
    for (const [path, body] of tries) {
      const reply = await post(gateway.url, path, body);
      expect([path, reply.status]).toEqual([path, 400]);
      expect(await reply.text()).toContain("1025 tools");
    }
  });
});

describe("S16: prototype keys", () => {
  it.each(DIALECTS)("are data anywhere in a body of %s", async (dialect) => {
    const { gateway } = await startGatewayAndSim();
    const { path, body } = requestFor(dialect, { model: "ollama/x", streams: false });
    const text = JSON.stringify(body);
    const evil =
      '"__proto__":{"polluted":true,"stream":true,"model":"evil"},"constructor":{"prototype":{"polluted":true}}';
    const reply = await post(gateway.url, path, `${text.slice(0, -1)},${evil}}`);
    expect(reply.status).toBeLessThan(500);
    expect(Object.prototype).not.toHaveProperty("polluted");
    expect(await gateway.requests(1)).toMatchObject([{ model: "ollama/x" }]);
  });

  it("do not resolve as names of providers, translations or stored responses", async () => {
    const { gateway } = await startGatewayAndSim();
    for (const name of ["__proto__", "constructor", "hasOwnProperty"]) {
      const { path, body } = requestFor("anthropic", { model: `${name}/x`, streams: false });
      expect((await post(gateway.url, path, body)).status).toBeLessThan(500);
      const dry = await post(gateway.url, "/v1/translate", { what: name, from: "anthropic", to: "gemini", body: {} });
      expect([name, dry.status]).toEqual([name, 400]);
      const from = await post(gateway.url, "/v1/translate", { what: "tools", from: name, to: name, body: [] });
      expect([name, from.status]).toEqual([name, 400]);
      expect((await fetch(`${gateway.url}/v1/responses/${name}`)).status).toBe(404);
    }
    expect(gateway.records.filter(({ event }) => event === "bug")).toEqual([]);
  });
});

function nest(levels: number, wrap: (inner: object) => object): object {
  // Shared, so that only who writes it out pays for it: as JSON it would be too much to send.
  let schema: object = { type: "string" };
  for (let level = 0; level < Math.min(levels, 10); level++) schema = wrap(schema);
  return { type: "object", properties: { a: schema } };
}
