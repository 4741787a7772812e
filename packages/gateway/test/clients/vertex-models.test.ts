import { GoogleGenAI } from "@google/genai";
import { expect, it } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { startUpstream } from "../support/upstream.ts";

/** A gateway with two providers, the second of which is not the default, and Google's SDK set up for Vertex AI. */
async function world() {
  const asked: string[] = [];
  const upstream = await startUpstream((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "application/json").end(JSON.stringify(RESPONSE));
  });
  const provider = (name: string) => ({ dialect: "gemini", baseUrl: `${upstream.url}/${name}` });
  const gateway = await startGateway({ providers: { first: provider("first"), other: provider("other") } });
  const { models } = new GoogleGenAI({ vertexai: true, apiKey: "k", httpOptions: { baseUrl: gateway.url } });
  return { asked, models };
}

const RESPONSE = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  totalTokens: 1,
};

it.each([
  { model: "gemini-3.8-pro", path: "/first/v1beta/models/gemini-3.8-pro" },
  { model: "other/gemini-3.8-pro", path: "/other/v1beta/models/gemini-3.8-pro" },
  { model: "google/gemini-3.8-pro", path: "/first/v1beta/models/gemini-3.8-pro" },
  { model: "publishers/other/models/gemini-3.8-pro", path: "/other/v1beta/models/gemini-3.8-pro" },
  {
    model: "projects/p/locations/global/publishers/google/models/gemini-3.8-pro",
    path: "/first/v1beta/models/gemini-3.8-pro",
  },
])("$model is asked at $path by a client of Vertex AI", async ({ model, path }) => {
  const { asked, models } = await world();
  expect((await models.generateContent({ model, contents: "Hello" })).text).toBe("Hello");
  await models.countTokens({ model, contents: "Hello" });
  expect(asked).toEqual([`${path}:generateContent`, `${path}:countTokens`]);
});
