import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { systemOf } from "../credentials/context.ts";
import { answerEvents, answerJson, type Received, startUpstream, type TestUpstream } from "../support/upstream.ts";
import { everythingShown, startPlatformGateway } from "./support/gateway.ts";
import { MESSAGE, REQUEST } from "./support/messages.ts";

const COMPLETION = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-5.6",
  choices: [{ index: 0, message: { role: "assistant", content: "Sunny." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};

const CHUNKS = [
  {
    choices: [],
    prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
    id: "",
    model: "",
    created: 0,
  },
  {
    id: "chatcmpl-1",
    model: "gpt-5.6",
    created: 1,
    choices: [{ index: 0, delta: { role: "assistant", content: "Sunny." }, finish_reason: null }],
  },
  { id: "chatcmpl-1", model: "gpt-5.6", created: 1, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
].map((chunk) => `data: ${JSON.stringify({ object: "chat.completion.chunk", ...chunk })}\n\n`);

const RESPONSE = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "my-deployment",
  output: [
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Sunny.", annotations: [] }],
    },
  ],
  usage: {
    input_tokens: 3,
    output_tokens: 2,
    total_tokens: 5,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
};

/** A resource that accepts requests with these headers. */
function startAzure(isAccepted: (headers: Received["headers"]) => boolean): Promise<TestUpstream> {
  return startUpstream(({ url, headers, body }, response) => {
    if (!isAccepted(headers))
      return answerJson(response, 401, {
        error: { code: "401", message: `Access denied: ${JSON.stringify(headers)}` },
      });
    const path = url.split("?")[0] ?? "";
    if (path.endsWith("/chat/completions") && JSON.parse(body).stream)
      return answerEvents(response, [...CHUNKS, "data: [DONE]\n\n"]);
    if (path.endsWith("/chat/completions")) return answerJson(response, 200, COMPLETION);
    if (path.endsWith("/responses")) return answerJson(response, 200, RESPONSE);
    if (path.endsWith("/v1/messages")) return answerJson(response, 200, MESSAGE);
    return answerJson(response, 404, { error: { code: "404", message: `Resource not found: ${url}` } });
  });
}

const withKey = (headers: Received["headers"]) =>
  headers["api-key"] === "azure-key" && headers.authorization === undefined;

async function ask(url: string, model = "p/my-deployment", stream = false): Promise<string> {
  const openai = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
  const question = { model, messages: [{ role: "user" as const, content: "Hi" }] };
  if (!stream) return (await openai.chat.completions.create(question)).choices[0]?.message.content ?? "";
  const pieces: string[] = [];
  for await (const chunk of await openai.chat.completions.create({ ...question, stream: true }))
    pieces.push(chunk.choices[0]?.delta.content ?? "");
  return pieces.join("");
}

describe("a deployment on Azure", () => {
  it.each(["", "/openai", "/openai/v1"])("is a model of the v1 API, at the address of its resource%s", async (path) => {
    const azure = await startAzure(withKey);
    const gateway = await startPlatformGateway({
      provider: `{ dialect: openai-chat, platform: azure, baseUrl: "${azure.url}${path}", apiKey: azure-key }`,
    });
    expect(await ask(gateway.url)).toBe("Sunny.");
    expect(await ask(gateway.url, "p/my-deployment", true)).toBe("Sunny.");
    expect(azure.received.map(({ url }) => url)).toEqual([
      "/openai/v1/chat/completions",
      "/openai/v1/chat/completions",
    ]);
    expect(JSON.parse(azure.received[0]?.body ?? "").model).toBe("my-deployment");
  });

  it.each(["", "/openai"])(
    "is in the path of addresses with a version, at the address of its resource%s",
    async (path) => {
      const azure = await startAzure(withKey);
      const gateway = await startPlatformGateway({
        provider: `{ dialect: openai-chat, platform: azure, baseUrl: "${azure.url}${path}", apiVersion: 2024-10-21, apiKey: azure-key }`,
      });
      expect(await ask(gateway.url, "p/my deployment")).toBe("Sunny.");
      expect(azure.received[0]?.url).toBe(
        "/openai/deployments/my%20deployment/chat/completions?api-version=2024-10-21",
      );
    },
  );

  it.each(["", "apiVersion: 2024-10-21, "])(
    "is in the path of addresses whose query has the version, as the portal shows them (%s)",
    async (more) => {
      const azure = await startAzure(withKey);
      const gateway = await startPlatformGateway({
        provider: `{ dialect: openai-chat, platform: azure, baseUrl: "${azure.url}/openai?api-version=2024-10-21", ${more}apiKey: azure-key }`,
      });
      expect(await ask(gateway.url, "p/my-deployment")).toBe("Sunny.");
      expect(azure.received[0]?.url).toBe("/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21");
    },
  );

  it.each([
    ["", "/openai/v1/responses"],
    ["apiVersion: 2025-04-01-preview, ", "/openai/responses?api-version=2025-04-01-preview"],
  ])("has the Responses API too (%s)", async (more, expected) => {
    const azure = await startAzure(withKey);
    const gateway = await startPlatformGateway({
      provider: `{ dialect: openai-responses, platform: azure, baseUrl: "${azure.url}", ${more}apiKey: azure-key }`,
    });
    const openai = new OpenAI({ apiKey: "none", baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    expect((await openai.responses.create({ model: "p/my-deployment", input: "Hi" })).output_text).toBe("Sunny.");
    expect(azure.received[0]?.url).toBe(expected);
  });

  it("stores responses, so that a conversation can be continued there", async () => {
    const azure = await startAzure(withKey);
    const gateway = await startPlatformGateway({
      provider: `{ dialect: openai-responses, platform: azure, baseUrl: "${azure.url}", apiKey: azure-key }`,
    });
    const openai = new OpenAI({ apiKey: "none", baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const first = await openai.responses.create({ model: "p/my-deployment", input: "Hi" });
    await openai.responses.create({ model: "p/my-deployment", input: "And now?", previous_response_id: first.id });
    expect(JSON.parse(azure.received[1]?.body ?? "").previous_response_id).toBe("resp_1");
  });

  it("of Claude is at /anthropic, and takes some betas", async () => {
    const azure = await startAzure((headers) => headers["x-api-key"] === "azure-key");
    const gateway = await startPlatformGateway({
      provider: `{ dialect: anthropic, platform: azure, baseUrl: "${azure.url}", apiKey: azure-key }`,
    });
    const anthropic = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    const headers = { "anthropic-beta": "skills-2025-10-02,fast-mode-2026-02-01" };
    expect((await anthropic.messages.create(REQUEST, { headers })).content).toEqual(MESSAGE.content);
    expect(azure.received[0]?.url).toBe("/anthropic/v1/messages");
    expect(azure.received[0]?.headers["anthropic-beta"]).toBe("skills-2025-10-02");
  });
});

describe("a token of Microsoft Entra", () => {
  /** Issues tokens for the form that it expects. */
  function startEntra(expected: Readonly<Record<string, string>>): Promise<TestUpstream> {
    let count = 0;
    return startUpstream(({ url, body }, response) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      if (url !== "/my-tenant/oauth2/v2.0/token" || JSON.stringify(form) !== JSON.stringify(expected))
        return answerJson(response, 400, { error: "invalid_client", error_description: body });
      answerJson(response, 200, { token_type: "Bearer", expires_in: 3599, access_token: `entra-canary-${++count}` });
    });
  }

  const scope = "https://cognitiveservices.azure.com/.default";
  const bySecret = {
    grant_type: "client_credentials",
    client_id: "my-app",
    scope,
    client_secret: "app-secret-canary",
  };
  const auth = "auth: { tenantId: my-tenant, clientId: my-app, clientSecret: app-secret-canary }";

  it("is obtained by the secret of an application, and again once it is refused", async () => {
    const entra = await startEntra(bySecret);
    let accepted = "entra-canary-1";
    const azure = await startAzure(({ authorization }) => authorization === `Bearer ${accepted}`);
    const gateway = await startPlatformGateway({
      provider: `{ dialect: openai-chat, platform: azure, baseUrl: "${azure.url}", ${auth} }`,
      system: systemOf({ env: { AZURE_AUTHORITY_HOST: `${entra.url}/` } }),
    });
    expect([await ask(gateway.url), await ask(gateway.url)]).toEqual(["Sunny.", "Sunny."]);
    expect(entra.received).toHaveLength(1);
    accepted = "entra-canary-2";
    expect(await ask(gateway.url)).toBe("Sunny.");
    expect(azure.received.at(-1)?.headers["api-key"]).toBeUndefined();
    expect(await everythingShown(gateway)).not.toContain("canary");
  });

  it("is obtained by the federated token of a pod", async () => {
    const entra = await startEntra({
      grant_type: "client_credentials",
      client_id: "my-app",
      scope,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: "pod-token",
    });
    const azure = await startAzure(({ authorization }) => authorization === "Bearer entra-canary-1");
    const gateway = await startPlatformGateway({
      provider: `{ dialect: openai-chat, platform: azure, baseUrl: "${azure.url}", auth: azure }`,
      system: systemOf({
        env: {
          AZURE_AUTHORITY_HOST: entra.url,
          AZURE_TENANT_ID: "my-tenant",
          AZURE_CLIENT_ID: "my-app",
          AZURE_FEDERATED_TOKEN_FILE: "/var/token",
        },
        files: { "/var/token": "pod-token\n" },
      }),
    });
    expect(await ask(gateway.url)).toBe("Sunny.");
  });

  it("is obtained from the managed identity of a service", async () => {
    const identity = await startUpstream(({ url, headers }, response) => {
      const query = new URL(url, "http://h").searchParams;
      const isRight =
        headers["x-identity-header"] === "secret" && query.get("resource") === "https://cognitiveservices.azure.com";
      answerJson(response, isRight ? 200 : 400, {
        access_token: "managed",
        expires_on: String(Math.floor(Date.now() / 1000) + 3600),
      });
    });
    const azure = await startAzure(({ authorization }) => authorization === "Bearer managed");
    const gateway = await startPlatformGateway({
      provider: `{ dialect: openai-chat, platform: azure, baseUrl: "${azure.url}", auth: azure }`,
      system: systemOf({ env: { IDENTITY_ENDPOINT: `${identity.url}/msi/token`, IDENTITY_HEADER: "secret" } }),
    });
    expect(await ask(gateway.url)).toBe("Sunny.");
    expect(identity.received[0]?.url).toContain("api-version=2019-08-01");
  });

  it("that is denied is an error that quotes no secret", async () => {
    const entra = await startEntra({});
    const gateway = await startPlatformGateway({
      provider: `{ dialect: openai-chat, platform: azure, baseUrl: "https://unreachable.example", ${auth} }`,
      system: systemOf({ env: { AZURE_AUTHORITY_HOST: entra.url } }),
    });
    const error = await ask(gateway.url).catch((thrown) => String(thrown.message));
    expect(error).toContain(
      "502 Microsoft Entra, asked for a token of the application my-app, responded with 400 (invalid_client)",
    );
    expect(`${error}${await everythingShown(gateway)}`).not.toContain("canary");
  });
});
