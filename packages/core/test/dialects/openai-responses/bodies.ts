import { expect } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { sdks } from "../../../../../test/sdk/index.ts";
import { frame } from "../../../../../test/sdk/traffic.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import type { Json } from "../../../../../test/support/json.ts";

export const OWN = "openai-responses";

export type Body = Record<string, Json>;

export function bridged(provider: string, client: string, text: string): string {
  const stream = createBridge({ client, provider }).stream();
  return stream.push(text) + stream.end();
}

export function sent(client: string, body: Json, options: { providerModel?: string } = {}) {
  const { value, losses } = createBridge({ client, provider: OWN, ...options }).request(body);
  return { value: value as Body, lost: losses.map(({ path }) => path) };
}
export const CLAUDE = { model: "claude-sonnet-5", max_tokens: 1024, messages: [{ role: "user", content: "Hi" }] };

export const REASONING = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm" }] };
export const ANSWER = {
  ...{ id: "resp_1", object: "response", created_at: 1, model: "gpt-5.6", status: "completed" },
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};

export function outputIn(
  stream: ReturnType<ReturnType<typeof createBridge>["stream"]>,
  dialect: string,
  events: readonly Json[],
): Json {
  const text = stream.push(events.map((event) => frame(dialect, JSON.stringify(event))).join("")) + stream.end();
  expect(legality[OWN]?.stream(text)).toEqual([]);
  const last = text.trim().split("\n").at(-1)?.replace("data: ", "") ?? "";
  return JSON.parse(last).response.output;
}

export function framed(events: readonly Json[]): string {
  return events.map((event) => frame(OWN, JSON.stringify(event))).join("");
}

export async function read(events: readonly Json[]) {
  return await sdks.anthropic?.consume(bridged(OWN, "anthropic", framed(events)));
}
