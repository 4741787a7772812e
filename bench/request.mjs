// An agent's request from every dialect to every other, text to text, as multiples of parsing and writing it.
import { BodyReader, createBridge, stringifyJson, ToolMemory } from "../packages/core/dist/index.js";
import { agentRequests, bridgeOptions, DIALECTS, TURNS } from "./agent-turn.mjs";
import { requestPeers } from "./conversation-peers.mjs";
import { milliseconds, multipleOf } from "./measure.mjs";

/** All numbers of requests: `ours` has a row per pair, `peers` one per pair that a peer knows. */
export async function benchRequests(plan) {
  const { source, tools, messages, texts } = agentRequests();
  const turns = [TURNS - 2, TURNS - 1].map((count) => agentRequests(count).texts);
  const textsOf = (dialect) => [...turns, texts].map((each) => each.get(dialect));
  const pairs = DIALECTS.flatMap((from) => DIALECTS.map((to) => ({ from, to, texts: textsOf(from) })));
  heat(pairs, plan);
  const ours = [];
  for (const pair of pairs) ours.push(await measureOurs(pair, plan));
  const peers = [];
  for (const peer of await requestPeers()) peers.push(await measurePeer(peer, texts.get(peer.from), plan));
  const text = texts.get("anthropic");
  const floor = await milliseconds(floorOf(text), plan);
  return { source, tools, messages, bytes: Buffer.byteLength(text), floor, ours, peers };
}

// The pairs share most of their code: without a warm-up, the time of the first would include compiling it.
function heat(pairs, { warmup }) {
  for (let turn = 0; turn < warmup; turn++)
    for (const pair of pairs) for (const text of pair.texts) translate(pair, text);
}

async function measureOurs(pair, plan) {
  const { from, to, texts } = pair;
  const open = gateway();
  for (const text of [...texts, ...texts])
    if (translate(pair, text, open) !== translate(pair, text))
      throw new Error(`${from} to ${to} differs when it is warm`);
  const floor = { prepare: inTurn(texts), run: rewrite };
  const measure = (run) => multipleOf(floor, { prepare: inTurn(texts), run }, plan);
  return {
    from,
    to,
    cold: await measure((text) => translate(pair, text)),
    warm: await measure((text) => translate(pair, text, open)),
  };
}

/** The consecutive requests of one agent, each of which repeats most of the previous one. */
function inTurn(texts) {
  let turn = 0;
  return () => texts[turn++ % texts.length];
}

/** The state that is kept between requests. */
function gateway() {
  return { reader: new BodyReader(), memory: new ToolMemory() };
}

/** As in a gateway: a bridge per request, from text to text, with exact numbers. */
function translate({ from, to }, text, { reader, memory } = gateway()) {
  return stringifyJson(createBridge({ ...bridgeOptions(from, to), memory }).request(reader.read(text)).value);
}

async function measurePeer({ translate: run, ...peer }, text, plan) {
  return { ...peer, cold: await multipleOf(floorOf(text), { prepare: () => text, run }, plan) };
}

function floorOf(text) {
  return { prepare: () => text, run: rewrite };
}

function rewrite(text) {
  return JSON.stringify(JSON.parse(text));
}
