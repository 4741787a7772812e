// What the gateway does in every runtime, with the official SDKs as its clients.
import assert from "node:assert/strict";
import { connect } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { FLOOD, pause } from "./upstream.mjs";

/** The key of the clients; the providers of the gateway are `sim` and `net`, which is the upstream. */
const KEY = "a-key-for-tests";
const HELLO = { model: "sim/m", messages: [{ role: "user", content: "Hello" }] };

const CHECKS = {
  "answers as a whole": wholeAnswer,
  "answers as a stream": streamedAnswer,
  "runs tools by previous_response_id": toolLoop,
  "answers over a WebSocket": overWebSocket,
  "stops the provider when the client of a WebSocket goes": webSocketGoes,
  "asks a provider over the network": overTheNetwork,
  "stops the provider when its client goes": clientGoes,
  "stops the provider when its client goes before anything has come": clientGoesEarly,
  "lets the provider wait for a client that does not read": clientSleeps,
  "follows no redirect": redirected,
  "refuses who has no key": keyless,
};

/** Checks the gateway at an address. */
export async function checkGateway(url, upstream) {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
  const anthropic = new Anthropic({ baseURL: url, apiKey: KEY, maxRetries: 0 });
  for (const [what, run] of Object.entries(CHECKS)) await check(what, () => run({ url, upstream, openai, anthropic }));
}

export async function check(what, run) {
  await run();
  console.log(`ok - ${what}`);
}

/** The config of the gateway that is checked; `keys` are others than that of the checks. */
export function configText(upstream, { keys = [], ...settings } = {}) {
  return JSON.stringify({
    providers: {
      sim: { dialect: "anthropic", baseUrl: "sim:" },
      net: { dialect: "openai-chat", baseUrl: upstream.url },
    },
    keys: [{ name: "tests", key: KEY }, ...keys],
    ...settings,
  });
}

async function wholeAnswer({ openai, anthropic }) {
  const chat = await openai.chat.completions.create(HELLO);
  assert.match(chat.choices[0].message.content, /Hello/);
  const message = await anthropic.messages.create({ ...HELLO, max_tokens: 100 });
  assert.match(message.content[0].text, /Hello/);
}

async function streamedAnswer({ openai, anthropic }) {
  const chat = await openai.chat.completions.stream(HELLO).finalChatCompletion();
  assert.match(chat.choices[0].message.content, /Hello/);
  const message = await anthropic.messages.stream({ ...HELLO, max_tokens: 100 }).finalMessage();
  assert.match(message.content[0].text, /Hello/);
}

async function toolLoop({ openai }) {
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const common = { model: "sim/tools", tools: [{ type: "function", name: "get_weather", parameters, strict: false }] };
  const asked = await openai.responses.create({ ...common, input: "What is the weather?" });
  const { call_id } = asked.output.find(({ type }) => type === "function_call");
  const input = [{ type: "function_call_output", call_id, output: "17 degrees" }];
  const answered = await openai.responses.create({ ...common, previous_response_id: asked.id, input });
  assert.match(answered.output_text, /17 degrees/);
}

async function overWebSocket({ openai }) {
  const first = await nextResponse(openai, { model: "sim/default", input: "Hello", store: false });
  assert.match(JSON.stringify(first.response.output), /Hello/);
  const more = { previous_response_id: first.response.id, input: "Once more" };
  const second = await nextResponse(openai, { model: "sim/default", store: false, ...more }, first.socket);
  assert.equal(second.response.previous_response_id, first.response.id);
  second.socket.close();
}

async function nextResponse(openai, request, socket = new ResponsesWS(openai)) {
  const response = new Promise((resolve, reject) => {
    socket.on("response.completed", ({ response }) => resolve(response));
    socket.on("error", reject);
  });
  socket.send({ type: "response.create", ...request });
  return { socket, response: await response };
}

async function webSocketGoes({ openai, upstream }) {
  const socket = new ResponsesWS(openai);
  const before = upstream.aborted;
  const begun = new Promise((resolve) => socket.on("response.output_text.delta", resolve));
  socket.send({ type: "response.create", model: "net/endless", input: "Hello" });
  await begun;
  socket.close();
  await until(() => upstream.aborted === before + 1);
}

async function overTheNetwork({ openai }) {
  const stream = openai.responses.stream({ model: "net/count", input: "Hello" });
  assert.equal((await stream.finalResponse()).output_text, "0123456789");
}

async function clientGoes({ openai, upstream }) {
  const stream = await openai.chat.completions.create({ ...HELLO, model: "net/endless", stream: true });
  const before = upstream.aborted;
  for await (const _ of stream) break;
  await until(() => upstream.aborted === before + 1);
}

// workerd takes the mere end of a connection for a client that still listens; what it sees is a reset.
async function clientGoesEarly({ url, upstream }) {
  const body = JSON.stringify({ ...HELLO, model: "net/silent" });
  const head = ["POST /v1/chat/completions HTTP/1.1", "host: localhost", `authorization: Bearer ${KEY}`];
  const socket = connect(new URL(url).port, "127.0.0.1");
  socket.write([...head, "content-type: application/json", `content-length: ${body.length}`, "", body].join("\r\n"));
  await until(() => upstream.asked.includes("silent"));
  const before = upstream.aborted;
  socket.resetAndDestroy();
  await until(() => upstream.aborted === before + 1);
}

async function clientSleeps({ url, upstream }) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
  const body = JSON.stringify({ ...HELLO, model: "net/flood", stream: true });
  const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body });
  for (let before = -1; before !== upstream.written; ) {
    before = upstream.written;
    await pause(1000);
  }
  assert.ok(upstream.written < FLOOD / 2, `${upstream.written} bytes were sent to nobody`);
  await response.body.cancel();
}

async function redirected({ openai }) {
  const asked = openai.chat.completions.create({ ...HELLO, model: "net/redirect" });
  await assert.rejects(asked, (error) => error.status === 502 && /redirects are not followed/.test(error.message));
}

async function keyless({ url }) {
  const nobody = new OpenAI({ baseURL: `${url}/v1`, apiKey: "another", maxRetries: 0 });
  await assert.rejects(nobody.chat.completions.create(HELLO), OpenAI.AuthenticationError);
}

async function until(isSo) {
  for (let tries = 0; !isSo(); tries++) {
    assert.ok(tries < 400, String(isSo));
    await pause(50);
  }
}
