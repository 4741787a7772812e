// The gateway on workerd: `npm run test:workerd`.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { check, checkGateway, configText } from "../runtimes/checks.mjs";
import { startUpstream } from "../runtimes/upstream.mjs";
import { createWorker } from "./workerd.mjs";

const LIMITED_KEY = "a-key-with-limits";

const upstream = await startUpstream();
const config = configText(upstream, { keys: [{ name: "limited", key: LIMITED_KEY, rpm: 2 }] });
const bundled = await createWorker("../../deploy/cloudflare/worker.mjs", { CONFIG: config });
let worker = await bundled.start();
try {
  await checkGateway(worker.url, upstream);
  await check("continues a conversation after a restart, with the same limits", restarted);
} finally {
  await worker.stop();
  upstream.stop();
  bundled.remove();
}

async function restarted() {
  const client = () => new OpenAI({ baseURL: `${worker.url}/v1`, apiKey: LIMITED_KEY, maxRetries: 0 });
  const first = await client().responses.create({ model: "sim/default", input: "My name is Ada" });
  await worker.stop();
  worker = await bundled.start();
  const more = { model: "sim/default", previous_response_id: first.id, input: "What is my name?" };
  assert.equal((await client().responses.create(more)).previous_response_id, first.id);
  await assert.rejects(client().responses.create(more), OpenAI.RateLimitError);
}
