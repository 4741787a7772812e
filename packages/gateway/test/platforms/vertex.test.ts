import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { systemOf } from "../credentials/context.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { everythingShown, startPlatformGateway } from "./support/gateway.ts";
import { MESSAGE, REQUEST } from "./support/messages.ts";
import { EMAIL, privateKey, startVertex, Vertex } from "./support/vertex.ts";

describe("Gemini on Vertex AI", () => {
  it("is asked with the token of a service account, which is obtained once", async () => {
    const { vertex, gateway } = await startVertex("gemini");
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
    const { vertex, gateway } = await startVertex("gemini");
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
    const { vertex, gateway } = await startVertex("gemini");
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
    const { vertex, gateway } = await startVertex("anthropic");
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
    const { vertex, gateway } = await startVertex("anthropic");
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
    const { vertex, gateway } = await startVertex("anthropic");
    const anthropic = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    await anthropic.messages.create(REQUEST);
    vertex.accepted = "ya29.canary-2";
    const all = await Promise.all([1, 2, 3].map(() => anthropic.messages.create(REQUEST)));
    expect(all.map(({ content }) => content)).toEqual([MESSAGE.content, MESSAGE.content, MESSAGE.content]);
    expect(vertex.tokens).toHaveLength(2);
  });

  it("is not obtained again and again if every one is refused, and is shown to nobody", async () => {
    const { vertex, gateway } = await startVertex("anthropic");
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
