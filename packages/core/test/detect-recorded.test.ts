import { detectDialect } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { recordingsIn } from "../../../test/legal/recordings.ts";
import { dialectOf, type Recording, readTraffic } from "../../../test/sdk/traffic.ts";
import type { Json } from "../../../test/support/json.ts";
import { resolve } from "../../../test/support/pointer.ts";

const traffic = readTraffic().filter(({ api }) => !api.startsWith("mcp"));
const errors = recordingsIn("provider-errors.jsonl");

describe.skipIf(traffic.length === 0)("recorded traffic", () => {
  it("is recognised by its requests", () => {
    const requests = traffic.flatMap((recording) => entry(recording, "request", recording.request?.body));
    expect(requests.filter(isWrong)).toEqual([]);
    // What has nothing but a model and messages is the same in several dialects.
    expect(requests.filter(({ found }) => found === undefined).length / requests.length).toBeLessThan(0.1);
  });

  it("is recognised by its responses", () => {
    const responses = traffic.flatMap((recording) => entry(recording, "response", recording.response.json));
    expect(responses.filter((row) => row.found === undefined || isWrong(row))).toEqual([]);
  });
});

describe.skipIf(errors.length === 0)("recorded errors", () => {
  it("are recognised as responses", () => {
    const wrong = errors.filter(({ api, response: { json } }) => {
      if (json === undefined) return false;
      const found = detectDialect(json);
      return found?.what !== "response" || !dialectsOfError(api, json).includes(found.dialect);
    });
    expect(wrong.map(({ api, response }) => [api, response.json])).toEqual([]);
  });
});

// Servers of Chat Completions may have the errors of OpenRouter and Ollama, and those of Responses are the same.
function dialectsOfError(api: string, body: unknown): string[] {
  if (api.startsWith("bedrock")) return ["bedrock"];
  if (api.startsWith("anthropic")) return ["anthropic"];
  if (api === "gemini") return ["gemini"];
  const isText = typeof resolve(body, "/error") === "string";
  return isText ? ["ollama", "openai-chat"] : ["openai-chat", "openrouter"];
}

interface Row {
  readonly id: string;
  readonly expected: readonly string[];
  readonly found: string | undefined;
}

// Gemini's responses without `alt=sse` are one array, which is recognised by what is in it.
function entry(recording: Recording, what: string, body: Json | undefined): Row[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  const found = detectDialect(body);
  const expected = dialectsOf(recording, what).map((dialect) => `${dialect} ${what}`);
  return [{ id: recording.id, expected, found: found && `${found.dialect} ${found.what}` }];
}

function isWrong({ expected, found }: Row): boolean {
  return found !== undefined && !expected.includes(found);
}

// OpenRouter adds to Chat Completions; the errors of the Responses API are those of Chat Completions.
function dialectsOf(recording: Recording, what: string): string[] {
  const dialect = dialectOf(recording);
  if (dialect === "openai-chat") return [dialect, "openrouter"];
  return dialect === "openai-responses" && what === "response" ? [dialect, "openai-chat"] : [dialect];
}
