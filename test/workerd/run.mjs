// The gateway on workerd, with the official SDKs as its clients: `npm run test:workerd`.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { createWorker } from "./workerd.mjs";

const FLOOD = 200_000_000;
const KEY = "a-key-for-tests";
const LIMITED_KEY = "a-key-with-limits";
const HELLO = { model: "sim/m", messages: [{ role: "user", content: "Hello" }] };

const upstream = await startUpstream();
const bundled = await createWorker("../../deploy/cloudflare/worker.mjs", { CONFIG: configText(upstream.url) });
let worker = await bundled.start();
try {
  const openai = new OpenAI({ baseURL: `${worker.url}/v1`, apiKey: KEY, maxRetries: 0 });
  const anthropic = new Anthropic({ baseURL: worker.url, apiKey: KEY, maxRetries: 0 });
  await check("answers as a whole", () => wholeAnswer(openai, anthropic));
  await check("answers as a stream", () => streamedAnswer(openai, anthropic));
  await check("runs tools by previous_response_id", () => toolLoop(openai));
  await check("answers over a WebSocket", () => overWebSocket(openai));
  await check("stops the provider when the client of a WebSocket goes", () => webSocketGoes(openai));
  await check("asks a provider over the network", () => overTheNetwork(openai));
  await check("stops the provider when its client goes", () => clientGoes(openai));
  await check("stops the provider when its client goes before anything has come", () => clientGoesEarly());
  await check("lets the provider wait for a client that does not read", () => clientSleeps());
  await check("follows no redirect", () => redirected(openai));
  await check("refuses who has no key", () => keyless());
  await check("continues a conversation after a restart, with the same limits", () => restarted());
} finally {
  await worker.stop();
  upstream.server.closeAllConnections();
  upstream.server.close();
  bundled.remove();
}

async function wholeAnswer(openai, anthropic) {
  const chat = await openai.chat.completions.create(HELLO);
  assert.match(chat.choices[0].message.content, /Hello/);
  const message = await anthropic.messages.create({ ...HELLO, max_tokens: 100 });
  assert.match(message.content[0].text, /Hello/);
}

async function streamedAnswer(openai, anthropic) {
  const chat = await openai.chat.completions.stream(HELLO).finalChatCompletion();
  assert.match(chat.choices[0].message.content, /Hello/);
  const message = await anthropic.messages.stream({ ...HELLO, max_tokens: 100 }).finalMessage();
  assert.match(message.content[0].text, /Hello/);
}

async function toolLoop(openai) {
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const common = { model: "sim/tools", tools: [{ type: "function", name: "get_weather", parameters, strict: false }] };
  const asked = await openai.responses.create({ ...common, input: "What is the weather?" });
  const { call_id } = asked.output.find(({ type }) => type === "function_call");
  const input = [{ type: "function_call_output", call_id, output: "17 degrees" }];
  const answered = await openai.responses.create({ ...common, previous_response_id: asked.id, input });
  assert.match(answered.output_text, /17 degrees/);
}

async function overWebSocket(openai) {
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

async function webSocketGoes(openai) {
  const socket = new ResponsesWS(openai);
  const before = upstream.aborted;
  const begun = new Promise((resolve) => socket.on("response.output_text.delta", resolve));
  socket.send({ type: "response.create", model: "net/endless", input: "Hello" });
  await begun;
  socket.close();
  await until(() => upstream.aborted === before + 1);
}

async function overTheNetwork(openai) {
  const stream = openai.responses.stream({ model: "net/count", input: "Hello" });
  assert.equal((await stream.finalResponse()).output_text, "0123456789");
}

async function clientGoes(openai) {
  const stream = await openai.chat.completions.create({ ...HELLO, model: "net/endless", stream: true });
  for await (const _ of stream) break;
  await until(() => upstream.aborted === 2);
}

// workerd takes the mere end of a connection for a client that still listens; what it sees is a reset.
async function clientGoesEarly() {
  const body = JSON.stringify({ ...HELLO, model: "net/silent" });
  const head = ["POST /v1/chat/completions HTTP/1.1", "host: localhost", `authorization: Bearer ${KEY}`];
  const socket = connect(new URL(worker.url).port, "127.0.0.1");
  socket.write([...head, "content-type: application/json", `content-length: ${body.length}`, "", body].join("\r\n"));
  await until(() => upstream.asked.includes("silent"));
  socket.resetAndDestroy();
  await until(() => upstream.aborted === 3);
}

async function clientSleeps() {
  const headers = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
  const body = JSON.stringify({ ...HELLO, model: "net/flood", stream: true });
  const response = await fetch(`${worker.url}/v1/chat/completions`, { method: "POST", headers, body });
  for (let before = -1; before !== upstream.written; ) {
    before = upstream.written;
    await pause(1000);
  }
  assert.ok(upstream.written < FLOOD / 2, `${upstream.written} bytes were sent to nobody`);
  await response.body.cancel();
}

async function until(isSo) {
  for (let tries = 0; !isSo(); tries++) {
    assert.ok(tries < 400, String(isSo));
    await pause(50);
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function redirected(openai) {
  const asked = openai.chat.completions.create({ ...HELLO, model: "net/redirect" });
  await assert.rejects(asked, (error) => error.status === 502 && /redirects are not followed/.test(error.message));
}

async function keyless() {
  const nobody = new OpenAI({ baseURL: `${worker.url}/v1`, apiKey: "another", maxRetries: 0 });
  await assert.rejects(nobody.chat.completions.create(HELLO), OpenAI.AuthenticationError);
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

async function check(what, run) {
  await run();
  console.log(`ok - ${what}`);
}

/** A provider that counts to nine, or forever, says nothing or too much, or sends elsewhere. */
async function startUpstream() {
  const told = { aborted: 0, written: 0, asked: [] };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { model } = JSON.parse(Buffer.concat(chunks));
      told.asked.push(model);
      answer(model, response, told);
    });
    response.on("close", () => {
      if (!response.writableFinished) told.aborted++;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(told, { server, url: `http://127.0.0.1:${server.address().port}/v1` });
}

async function answer(model, response, told) {
  if (model === "silent") return;
  if (model === "redirect") return response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (model === "flood") return Readable.from(flood(told)).pipe(response);
  for (let number = 0; (model === "endless" || number < 10) && !response.destroyed; number++) {
    response.write(chunk({ content: String(number) }, null));
    await pause(10);
  }
  response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
}

function* flood(told) {
  const piece = chunk({ content: "x".repeat(10_000) }, null);
  for (; told.written < FLOOD; told.written += piece.length) yield piece;
}

function chunk(delta, finish) {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}

function configText(network) {
  return JSON.stringify({
    providers: {
      sim: { dialect: "anthropic", baseUrl: "sim:" },
      net: { dialect: "openai-chat", baseUrl: network },
    },
    keys: [
      { name: "tests", key: KEY },
      { name: "limited", key: LIMITED_KEY, rpm: 2 },
    ],
  });
}
