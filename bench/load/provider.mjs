// The provider of the load: the simulator with its faults, in a process of its own; and streams that stay open until they are told to go on.
import { createServer } from "node:http";
import { startSimulator } from "@toolglot/gateway";
import { PAID_TOKENS } from "./dialects.mjs";

const simulator = await startSimulator();
const held = [];
/** How many requests of the key with a limit are in flight, and how many were at most. */
const limited = { now: 0, most: 0 };
const waiting = [];

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString();
    const [mark] = /mark-\d+-/.exec(body) ?? [""];
    if (body.includes("for money")) setTimeout(() => answer(response, mark, PAID_TOKENS), 5);
    else if (body.includes("in turn")) answerLimited(response, mark, body.includes("until all are here"));
    else hold(response, mark);
  });
});

/** A response that takes a while, so that requests overlap; or that waits until it is asked for. */
function answerLimited(response, mark, waits) {
  limited.most = Math.max(limited.most, ++limited.now);
  const end = () => {
    limited.now--;
    answer(response, mark, 1);
  };
  if (waits) waiting.push(end);
  else setTimeout(end, 20);
}

function answer(response, mark, tokens) {
  const message = { role: "assistant", content: mark };
  const usage = { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ id: "c", model: "m", choices, usage }));
}

function hold(response, mark) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const say = (delta, finish_reason = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  say({ role: "assistant", content: `<${mark}begins>` });
  held.push({ response, say, mark });
}

/** Every stream goes on for some rounds, all in turn, and ends. */
async function release(rounds) {
  for (let round = 0; round < rounds; round++) {
    for (const { say, mark } of held) say({ content: `<${mark}${round}>` });
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { say, response } of held.splice(0)) {
    say({}, "stop");
    response.end("data: [DONE]\n\n");
  }
}

process.on("message", async ({ type, rounds }) => {
  if (type === "release") await release(rounds);
  if (type === "answer") for (const end of waiting.splice(0)) end();
  // The simulator remembers what it was asked, which is not what is measured.
  if (type === "forget") simulator.requests.length = 0;
  process.send({ type, held: held.length, most: limited.most, waiting: waiting.length });
});

server.listen(0, "127.0.0.1", () => {
  process.send({ type: "ready", simulator: simulator.url, own: `http://127.0.0.1:${server.address().port}` });
});
