// An agent's request from every dialect to every other, text to text, as multiples of parsing and writing it.
import { BodyReader, createBridge, stringifyJson, ToolMemory } from "../packages/core/dist/index.js";
import { agentRequests, DIALECTS, ends } from "./agent.mjs";
import { requestPeers } from "./conversation-peers.mjs";
import { milliseconds, multipleOf } from "./measure.mjs";

/** All numbers of requests: `ours` has a row per pair, `peers` one per pair that a peer knows. */
export async function benchRequests(plan) {
  const { source, tools, messages, texts } = agentRequests();
  const pairs = DIALECTS.flatMap((from) => DIALECTS.map((to) => ({ from, to, text: texts.get(from) })));
  heat(pairs, plan);
  const ours = [];
  for (const pair of pairs) ours.push(await measureOurs(pair, plan));
  const peers = [];
  for (const peer of await requestPeers()) peers.push(await measurePeer(peer, texts.get(peer.from), plan));
  const text = texts.get("anthropic");
  const floor = await milliseconds(floorOf(text), plan);
  return { source, tools, messages, bytes: Buffer.byteLength(text), floor, ours, peers };
}

// The pairs share most of their code: were each measured from the start, the first would pay for compiling it.
function heat(pairs, { warmup }) {
  for (let turn = 0; turn < warmup * 2; turn++) for (const pair of pairs) translate(pair, gateway());
}

async function measureOurs(pair, plan) {
  const { from, to, text } = pair;
  const open = gateway();
  const cold = translate(pair, open);
  for (let turn = 0; turn < 2; turn++)
    if (translate(pair, open) !== cold) throw new Error(`${from} to ${to} differs when it is warm`);
  const measure = (run) => multipleOf(floorOf(text), { prepare: () => undefined, run }, plan);
  return {
    from,
    to,
    cold: await measure(() => translate(pair, gateway())),
    warm: await measure(() => translate(pair, open)),
  };
}

/** What outlives a request. */
function gateway() {
  return { reader: new BodyReader(), memory: new ToolMemory() };
}

/** A gateway makes a bridge for each request, and goes from text to text, to the digit. */
function translate({ from, to, text }, { reader, memory }) {
  return stringifyJson(createBridge({ ...ends(from, to), memory }).request(reader.read(text)).value);
}

async function measurePeer({ translate: run, ...peer }, text, plan) {
  return { ...peer, cold: await multipleOf(floorOf(text), { prepare: () => undefined, run: () => run(text) }, plan) };
}

function floorOf(text) {
  return { prepare: () => undefined, run: () => JSON.stringify(JSON.parse(text)) };
}
