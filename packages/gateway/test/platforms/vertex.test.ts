import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, jwtVerify } from "jose";
import OpenAI from "openai";
import { beforeAll, describe, expect, it } from "vitest";
import { systemOf } from "../credentials/context.ts";
import { answerJson, type Received, startUpstream, type TestUpstream } from "../support/upstream.ts";
import { everythingShown, startPlatformGateway } from "./support/gateway.ts";
import { EVENTS, MESSAGE, REQUEST, sse } from "./support/messages.ts";

const EMAIL = "gateway@my-project.iam.example";
let privateKey = "";
let publicJwk: Awaited<ReturnType<typeof exportJWK>>;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  privateKey = await exportPKCS8(pair.privateKey);
  publicJwk = await exportJWK(pair.publicKey);
});

const GEMINI_RESPONSE = {
  candidates: [{ content: { role: "model", parts: [{ text: "Sunny." }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  modelVersion: "gemini-3.8-pro",
};

/** A call whose arguments come in pieces: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming-fc */
const ARGUMENT_FRAMES = [
  { name: "weather", willContinue: true },
  { partialArgs: [{ jsonPath: "$.city", stringValue: "Be", willContinue: true }], willContinue: true },
  { partialArgs: [{ jsonPath: "$.city", stringValue: "rn" }], willContinue: true },
  {},
].map((functionCall, index, { length }) => ({
  candidates: [
    {
      content: { role: "model", parts: [{ functionCall }] },
      index: 0,
      ...(index === length - 1 ? { finishReason: "STOP" } : {}),
    },
  ],
  modelVersion: "gemini-3.8-pro",
}));

/** Vertex AI with its token endpoint: strict about tokens, paths and bodies. */
class Vertex {
  readonly tokens: string[] = [];
  readonly problems: string[] = [];
  upstream: TestUpstream | undefined;
  /** The token that is accepted; by default the last that was issued. */
  accepted: string | undefined;

  async start(): Promise<this> {
    this.upstream = await startUpstream((received, response) => {
      void this.answer(received, response).catch((error) => {
        this.problems.push(String(error));
        answerJson(response, 500, {});
      });
    });
    return this;
  }

  get url(): string {
    return this.upstream?.url ?? "";
  }

  get requests(): Received[] {
    return (this.upstream?.received ?? []).filter(({ url }) => url !== "/token");
  }

  private async answer(received: Received, response: Parameters<typeof answerJson>[0]): Promise<void> {
    if (received.url === "/token") return this.issue(received, response);
    const { authorization } = received.headers;
    if (authorization !== `Bearer ${this.accepted ?? this.tokens.at(-1)}`)
      return answerJson(response, 401, {
        error: { code: 401, message: `Request had invalid credentials: ${authorization}`, status: "UNAUTHENTICATED" },
      });
    const body = JSON.parse(received.body);
    const [, publisher, model, verb] =
      /^\/v1(?:beta1)?\/projects\/my-project\/locations\/[\w-]+\/publishers\/(\w+)\/models\/([^:]+):(\w+)(?:\?alt=sse)?$/.exec(
        received.url,
      ) ?? [];
    if (publisher === "anthropic") return this.claude(body, model ?? "", verb ?? "", response);
    if (verb === "countTokens") return answerJson(response, 200, { totalTokens: 7, totalBillableCharacters: 20 });
    if (verb === "generateContent") return answerJson(response, 200, GEMINI_RESPONSE);
    if (verb !== "streamGenerateContent")
      return answerJson(response, 404, { error: { code: 404, message: received.url } });
    const streamsArguments = body.toolConfig?.functionCallingConfig?.streamFunctionCallArguments === true;
    const frames = streamsArguments ? ARGUMENT_FRAMES : [GEMINI_RESPONSE];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(frames.map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`).join(""));
  }

  private claude(
    body: Record<string, unknown>,
    model: string,
    verb: string,
    response: Parameters<typeof answerJson>[0],
  ) {
    if (body.anthropic_version !== "vertex-2023-10-16") this.problems.push(`version ${body.anthropic_version}`);
    if (model === "count-tokens") return answerJson(response, 200, { input_tokens: body.model === undefined ? -1 : 9 });
    if (body.model !== undefined) this.problems.push("the body has the model");
    if (verb === "rawPredict") return answerJson(response, 200, MESSAGE);
    if (verb !== "streamRawPredict" || body.stream !== true) this.problems.push(`${verb} ${body.stream}`);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(sse(EVENTS));
  }

  private async issue({ body }: Received, response: Parameters<typeof answerJson>[0]): Promise<void> {
    const form = new URLSearchParams(body);
    const { payload } = await jwtVerify(form.get("assertion") ?? "", await importJWK(publicJwk, "RS256"), {
      issuer: EMAIL,
      audience: `${this.url}/token`,
      maxTokenAge: "5m",
    });
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") this.problems.push("grant_type");
    if (payload.scope !== "https://www.googleapis.com/auth/cloud-platform") this.problems.push("scope");
    this.tokens.push(`ya29.canary-${this.tokens.length + 1}`);
    answerJson(response, 200, { access_token: this.tokens.at(-1), expires_in: 3599, token_type: "Bearer" });
  }
}

async function start(dialect: string, more = "auth: { serviceAccount: file:sa.json }") {
  const vertex = await new Vertex().start();
  const account = {
    type: "service_account",
    client_email: EMAIL,
    private_key: privateKey,
    token_uri: `${vertex.url}/token`,
  };
  const gateway = await startPlatformGateway({
    provider: `{ dialect: ${dialect}, platform: vertex, project: my-project, location: global, baseUrl: "${vertex.url}", ${more} }`,
    files: { "sa.json": JSON.stringify(account) },
  });
  return { vertex, gateway };
}

describe("Gemini on Vertex AI", () => {
  it("is asked with the token of a service account, which is obtained once", async () => {
    const { vertex, gateway } = await start("gemini");
    const google = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: gateway.url } });
    const question = { model: "p/gemini-3.8-pro", contents: "How is the weather?" };
    const [one, stream] = await Promise.all([
      google.models.generateContent(question),
      google.models.generateContentStream(question),
    ]);
    const pieces: string[] = [];
    for await (const chunk of stream) pieces.push(chunk.text ?? "");
    expect([one.text, pieces.join("")]).toEqual(["Sunny.", "Sunny."]);
    expect((await google.models.countTokens(question)).totalTokens).toBe(7);
    expect(vertex.tokens).toHaveLength(1);
    expect(vertex.requests.map(({ url }) => url).toSorted()).toEqual([
      "/v1beta1/projects/my-project/locations/global/publishers/google/models/gemini-3.8-pro:countTokens",
      "/v1beta1/projects/my-project/locations/global/publishers/google/models/gemini-3.8-pro:generateContent",
      "/v1beta1/projects/my-project/locations/global/publishers/google/models/gemini-3.8-pro:streamGenerateContent?alt=sse",
    ]);
    expect(vertex.problems).toEqual([]);
  });

  it("streams the arguments of calls for clients of other dialects", async () => {
    const { vertex, gateway } = await start("gemini");
    const openai = new OpenAI({ apiKey: "none", baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const tools = [
      { type: "function" as const, function: { name: "weather", parameters: { type: "object", properties: {} } } },
    ];
    const ask = { model: "p/gemini-3.8-pro", messages: [{ role: "user" as const, content: "Hi" }], tools };
    let written = "";
    for await (const { choices } of await openai.chat.completions.create({ ...ask, stream: true }))
      written += choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? "";
    expect(JSON.parse(written)).toEqual({ city: "Bern" });
    await openai.chat.completions.create(ask);
    for await (const _ of await openai.chat.completions.create({ ...ask, model: "p/gemini-2.5-pro", stream: true }));
    const configs = vertex.requests.map(({ body }) => JSON.parse(body).toolConfig?.functionCallingConfig);
    expect(configs.map((config) => config?.streamFunctionCallArguments)).toEqual([true, undefined, undefined]);
  });

  it("loses the fields that only the Gemini API has", async () => {
    const { vertex, gateway } = await start("gemini");
    const response = await fetch(`${gateway.url}/v1beta/models/p%2Fgemini-3.8-pro:generateContent`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        contents: [{ role: "user", parts: [{ text: "Hi" }] }],
        tools: [{ fileSearch: {} }, { functionDeclarations: [{ name: "f" }] }],
        toolConfig: { includeServerSideToolInvocations: true },
        store: false,
        labels: { team: "a" },
      }),
    });
    expect(response.headers.get("x-toolglot-losses")).toBe(
      "3; /store, /tools/0/fileSearch, /toolConfig/includeServerSideToolInvocations",
    );
    expect(JSON.parse(vertex.requests[0]?.body ?? "")).toEqual({
      contents: [{ role: "user", parts: [{ text: "Hi" }] }],
      tools: [{ functionDeclarations: [{ name: "f" }] }],
      toolConfig: {},
      labels: { team: "a" },
    });
  });

  it("has the addresses of locations, and of keys of the express mode", async () => {
    const addresses = async (fields: string) => {
      const { gateway } = {
        gateway: await startPlatformGateway({ provider: `{ dialect: gemini, platform: vertex, ${fields} }` }),
      };
      return gateway.gateway.config.providers.get("p")?.baseUrl;
    };
    expect(await addresses("project: a, location: global, auth: gcp")).toBe("https://aiplatform.googleapis.com");
    expect(await addresses("project: a, location: us-east5, auth: gcp")).toBe(
      "https://us-east5-aiplatform.googleapis.com",
    );
    expect(await addresses("project: a, location: eu, auth: gcp")).toBe("https://aiplatform.eu.rep.googleapis.com");
    expect(await addresses("apiKey: k")).toBe("https://aiplatform.googleapis.com");
  });
});

describe("Claude on Vertex AI", () => {
  it("is asked by rawPredict and streamRawPredict", async () => {
    const { vertex, gateway } = await start("anthropic");
    const anthropic = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    const request = { ...REQUEST, model: "p/claude-sonnet-5-5@20260901" };
    const message = await anthropic.messages.create(request);
    const streamed = await anthropic.messages.stream(request).finalMessage();
    expect([message.content, streamed.content]).toEqual([MESSAGE.content, MESSAGE.content]);
    expect(
      (await anthropic.messages.countTokens({ model: request.model, messages: request.messages })).input_tokens,
    ).toBe(9);
    const prefix = "/v1/projects/my-project/locations/global/publishers/anthropic/models";
    expect(vertex.requests.map(({ url }) => url)).toEqual([
      `${prefix}/claude-sonnet-5-5@20260901:rawPredict`,
      `${prefix}/claude-sonnet-5-5@20260901:streamRawPredict`,
      `${prefix}/count-tokens:rawPredict`,
    ]);
    expect(vertex.problems).toEqual([]);
  });

  it("gets the betas that it takes, by its own names, and says which it does not take", async () => {
    const { vertex, gateway } = await start("anthropic");
    const anthropic = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    const betas = [
      "context-1m-2025-08-07",
      "advanced-tool-use-2025-11-20",
      "files-api-2025-04-14",
      "claude-code-20250219",
    ];
    const { response } = await anthropic.messages
      .create(REQUEST, { headers: { "anthropic-beta": betas.join(",") } })
      .withResponse();
    expect(vertex.requests[0]?.headers["anthropic-beta"]).toBe("context-1m-2025-08-07,tool-search-tool-2025-10-19");
    expect(vertex.requests[0]?.headers["anthropic-version"]).toBeUndefined();
    expect(response.headers.get("x-toolglot-losses")).toBe("1; /headers/anthropic-beta");
  });
});

describe("a token of Google Cloud", () => {
  it("is obtained again once if it is refused, and the request sent again", async () => {
    const { vertex, gateway } = await start("anthropic");
    const anthropic = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    await anthropic.messages.create(REQUEST);
    vertex.accepted = "ya29.canary-2";
    const all = await Promise.all([1, 2, 3].map(() => anthropic.messages.create(REQUEST)));
    expect(all.map(({ content }) => content)).toEqual([MESSAGE.content, MESSAGE.content, MESSAGE.content]);
    expect(vertex.tokens).toHaveLength(2);
  });

  it("is not obtained again and again if every one is refused, and is shown to nobody", async () => {
    const { vertex, gateway } = await start("anthropic");
    const anthropic = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    vertex.accepted = "another";
    const errors = [];
    for (let count = 0; count < 3; count++)
      errors.push(await anthropic.messages.create(REQUEST).catch((error) => String(error.message)));
    expect(vertex.tokens).toHaveLength(2);
    expect(errors[0]).toContain("401");
    expect(errors.join("\n")).toContain("[redacted]");
    const shown = `${errors.join("\n")}\n${await everythingShown(gateway)}`;
    expect(shown).not.toMatch(/canary/);
    expect(shown).not.toContain(privateKey.split("\n")[1]);
  });

  it("that cannot be obtained is an error that says what to do", async () => {
    const token = await startUpstream((_, response) =>
      answerJson(response, 400, { error: "invalid_grant", error_description: "Invalid JWT: canary" }),
    );
    const account = { client_email: EMAIL, private_key: privateKey, token_uri: `${token.url}/token` };
    const gateway = await startPlatformGateway({
      provider: `{ dialect: anthropic, platform: vertex, project: p, location: global, auth: { serviceAccount: file:sa.json } }`,
      files: { "sa.json": JSON.stringify(account) },
    });
    const anthropic = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    const error = await anthropic.messages.create(REQUEST).catch((thrown) => thrown);
    expect(error.status).toBe(502);
    expect(error.message).toContain(
      `the token endpoint of the service account ${EMAIL} responded with 400 (invalid_grant); check that its key was not deleted`,
    );
    expect(token.received).toHaveLength(1);
    expect(await everythingShown(gateway)).not.toContain("canary");
  });

  it("is obtained from the metadata server on a machine of Google Cloud", async () => {
    const metadata = await startUpstream(({ url, headers }, response) => {
      const isRight =
        url === "/computeMetadata/v1/instance/service-accounts/default/token" &&
        headers["metadata-flavor"] === "Google";
      answerJson(response, isRight ? 200 : 403, {
        access_token: "ya29.machine",
        expires_in: 1800,
        token_type: "Bearer",
      });
    });
    const vertex = await new Vertex().start();
    vertex.accepted = "ya29.machine";
    const gateway = await startPlatformGateway({
      provider: `{ dialect: gemini, platform: vertex, project: my-project, location: us-east5, baseUrl: "${vertex.url}", auth: gcp }`,
      system: systemOf({ env: { GCE_METADATA_HOST: metadata.url.replace("http://", "") } }),
    });
    const google = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: gateway.url } });
    expect((await google.models.generateContent({ model: "p/gemini-3.8-pro", contents: "Hi" })).text).toBe("Sunny.");
    expect(metadata.received).toHaveLength(1);
  });
});
