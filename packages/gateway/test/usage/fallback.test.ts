import { expect, it } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, startUpstream } from "../support/upstream.ts";
import { anthropicMessage } from "./priced-response.ts";

const NO_RETRIES = { attempts: 0, delay: 1, maxDelay: 1 };
const priced = (price: number) => ({ match: "*", refuses: [], accepts: [], price: { input: price, output: price } });

/** What the model of the first target has used of which the client gets nothing: the second one answers. */
const MALFORMED = {
  candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", index: 0 }],
  usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 5, totalTokenCount: 55 },
};
const MESSAGE = anthropicMessage("claude", { input_tokens: 20, output_tokens: 2 });

interface Row {
  readonly model: string;
  readonly requests: number;
  readonly errors: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost: number;
  readonly unpriced: number;
}

/** A request that is sent to a model, which fails, and then to another, whose response is this. */
async function fallenBack(stream: boolean, second: { status: number; body: unknown }, prices: readonly number[][]) {
  const first = await startUpstream((_, response) => {
    if (stream) answerEvents(response, [`data: ${JSON.stringify(MALFORMED)}\n\n`]);
    else answerJson(response, 200, MALFORMED);
  });
  const other = await startUpstream((_, response) => answerJson(response, second.status, second.body));
  const [forFirst = [], forSecond = []] = prices.map((list) => list.map(priced));
  const gateway = await startGateway({
    providers: {
      google: { dialect: "gemini", baseUrl: first.url, retries: NO_RETRIES, models: forFirst },
      claude: { dialect: "anthropic", baseUrl: other.url, retries: NO_RETRIES, models: forSecond },
    },
    routes: [
      {
        match: "*",
        to: [
          { provider: "google", model: "gemini" },
          { provider: "claude", model: "claude" },
        ],
      },
    ],
  });
  const body = JSON.stringify({ model: "x", stream, messages: [{ role: "user", content: "Hi" }] });
  const headers = { "content-type": "application/json" };
  await (await fetch(`${gateway.url}/v1/chat/completions`, { method: "POST", headers, body })).text();
  const [record] = await gateway.requests(1);
  const report = await (await fetch(`${gateway.url}/v1/usage`)).json();
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  return { record, metrics, ...(report as { rows: Row[]; total: Row }) };
}

it.each([false, true])("what a model has used counts for it where another answers (stream: %s)", async (stream) => {
  const { rows, total, record, metrics } = await fallenBack(stream, { status: 200, body: MESSAGE }, [[1], [10]]);
  const rowOf = (name: string) => rows.find(({ model }) => model === name);
  expect(rowOf("gemini")).toMatchObject({ requests: 0, errors: 0, tokens: { input: 50, output: 5 }, unpriced: 0 });
  expect(rowOf("claude")).toMatchObject({ requests: 1, errors: 0, tokens: { input: 20, output: 2 }, unpriced: 0 });
  expect([rowOf("gemini")?.cost, rowOf("claude")?.cost]).toEqual([55e-6, 220e-6]);
  expect(total).toMatchObject({ requests: 1, tokens: { input: 70, output: 7 } });
  expect(record).toMatchObject({
    usage: { input: 70, output: 7 },
    charges: [
      { provider: "google", model: "gemini", usage: { input: 50, output: 5 } },
      { provider: "claude", model: "claude", usage: { input: 20, output: 2 } },
    ],
  });
  expect(metrics).toMatch(/token_usage_sum\{[^}]*model="gemini"[^}]*type="input"\} 50\n/);
  expect(metrics).toMatch(/token_usage_sum\{[^}]*model="claude"[^}]*type="input"\} 20\n/);
});

it("what a model has used counts for it where the other refuses", async () => {
  const body = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  const { rows } = await fallenBack(false, { status: 529, body }, [[1], [10]]);
  expect(rows).toMatchObject([
    { model: "claude", requests: 1, errors: 1, tokens: { input: 0, output: 0 }, unpriced: 0 },
    { model: "gemini", requests: 0, errors: 0, tokens: { input: 50, output: 5 }, unpriced: 0 },
  ]);
});

it("the price of one model does not hide that the other has none", async () => {
  const { rows, total } = await fallenBack(false, { status: 200, body: MESSAGE }, [[1], []]);
  expect(rows.map(({ model, cost, unpriced }) => [model, cost, unpriced])).toEqual([
    ["claude", 0, 1],
    ["gemini", 55e-6, 0],
  ]);
  expect(total.unpriced).toBe(1);
});
