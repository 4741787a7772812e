import { existsSync, readFileSync } from "node:fs";
import type { JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { CORPUS } from "../../../../test/support/corpus.ts";
import { createBridge } from "../../../../test/support/dynamic.ts";

const HERE = existsSync(`${CORPUS}/traffic.dev.jsonl`);
if (!HERE) console.warn("SKIPPED: the recorded traffic is not here; facts of models are not held against it");

interface Recorded {
  readonly id?: string;
  readonly api: string;
  readonly model: string;
  readonly status?: number;
  readonly message?: string;
  readonly request?: { readonly url?: string; readonly body?: JsonObject };
}

const DIALECTS: Readonly<Record<string, string>> = {
  "anthropic-messages": "anthropic",
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  gemini: "gemini",
  "ollama-chat": "ollama",
};

function recordedIn(file: string): readonly Recorded[] {
  if (!HERE) return [];
  const lines = readFileSync(`${CORPUS}/${file}`, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Recorded);
}

function passed({ api, model, request }: Recorded) {
  const body = request?.body;
  const dialect = DIALECTS[api];
  if (dialect === undefined || typeof body !== "object" || body === null) return undefined;
  const requestedModel = /models\/([^:/]+):/.exec(request?.url ?? "")?.[1] ?? model;
  const address = dialect === "gemini" ? { address: { model: requestedModel } } : {};
  return createBridge({ client: dialect, provider: dialect, ...address }).request(body);
}

describe.skipIf(!HERE)("between two ends of one dialect", () => {
  it("nothing is lost of a request that the model accepted when it was recorded", () => {
    const all = recordedIn("traffic.dev.jsonl").flatMap((each) => passed(each) ?? []);
    expect(all.length).toBeGreaterThan(500);
    expect(all.flatMap(({ losses }) => losses)).toEqual([]);
  });

  it("a request that the model refused when it was recorded is changed", () => {
    const refused = recordedIn("provider-errors.jsonl").filter(
      ({ status, message = "" }) => status === 400 && REFUSED.test(message),
    );
    expect(refused.length).toBeGreaterThan(8);
    const same = refused.filter((each) => {
      const { losses = [], changes = [] } = passed(each) ?? {};
      return losses.length + changes.length === 0;
    });
    expect(same.map(({ model, message }) => `${model}: ${message}`)).toEqual([]);
  });
});

/** What vendors say where a model, and not the request itself, is why it is refused. */
const REFUSED = /Unsupported parameter|effort level|does not support '(?:system|developer)'|Thinking mode|Logprobs/;
