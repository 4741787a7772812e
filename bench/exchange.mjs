// Requests with their responses, text to text, as multiples of parsing and writing both.
import { BodyReader, createBridge, parseJson, stringifyJson, ToolMemory } from "../packages/core/dist/index.js";
import { agentRequests, bridgeOptions } from "./agent-turn.mjs";
import { PAIRS, request, wholeResponse } from "./gateway/fixtures.mjs";
import { multipleOf } from "./measure.mjs";

/** The turns that an agent has taken when its request and the response have 78 KB. */
const TURNS = 26;
/** How many exchanges precede those that count: enough for most of the code to be compiled, as in the gateway's benchmark. */
const WARMUP = 2000;

/** No two requests of a kind are the same: `vary` writes their number into the newest message, or into every description. */
const KINDS = [
  { kind: "4 KB", textsOf: (client) => [request(client, {})], vary: inLast("Please use"), repetitions: 40 },
  { kind: "78 KB, known tools", textsOf: turnsOf, vary: inLast("Let me look"), repetitions: 1 },
  { kind: "78 KB, new tools", textsOf: turnsOf, vary: inEach('"description":"'), repetitions: 1 },
];

/** A row per pair of dialects and kind of exchange. */
export async function benchExchanges(plan) {
  const rows = [];
  for (const pair of PAIRS) for (const kind of KINDS) rows.push(await measureKind(pair, kind, plan));
  return rows;
}

async function measureKind({ client, provider }, { kind, ...how }, plan) {
  const prepare = exchanges({ ...how, texts: how.textsOf(client), response: wholeResponse(provider) });
  const floor = { prepare, run: (each) => each.forEach(rewriteBoth) };
  const ours = { prepare, run: translator(client, provider) };
  for (let turn = 0; turn < WARMUP; turn += how.repetitions) {
    floor.run(prepare());
    ours.run(prepare());
  }
  return { client, provider, kind, value: await multipleOf(floor, ours, plan) };
}

function turnsOf(client) {
  return [TURNS - 1, TURNS, TURNS + 1].map((turns) => agentRequests(turns).texts.get(client));
}

/** One request after the other, with its response. Flat texts, as they come from a connection. */
function exchanges({ texts, response, vary, repetitions }) {
  let number = 0;
  const next = () => {
    const text = vary(texts[number++ % texts.length], number);
    return { text: flat(text), response: flat(response.replace("The quick", `The quick ${number}`)) };
  };
  return () => Array.from({ length: repetitions }, next);
}

function inLast(words) {
  return (text, number) => {
    const end = text.lastIndexOf(words) + words.length;
    return `${text.slice(0, end)} ${number}${text.slice(end)}`;
  };
}

function inEach(words) {
  return (text, number) => text.replaceAll(words, `${words}${number} `);
}

function flat(text) {
  return Buffer.from(text).toString();
}

/** As in a gateway: a bridge per exchange, with exact numbers, and with what is kept between exchanges. */
function translator(client, provider) {
  const [reader, memory] = [new BodyReader(), new ToolMemory()];
  return (all) => {
    for (const { text, response } of all) {
      const bridge = createBridge({ ...bridgeOptions(client, provider), memory });
      requestText(bridge, reader.read(text));
      responseText(bridge, response);
    }
  };
}

function requestText(bridge, body) {
  return bridge.repeatRequest(body)?.text ?? stringifyJson(bridge.request(body).value);
}

function responseText(bridge, text) {
  return bridge.repeatResponse(text)?.text ?? stringifyJson(bridge.response(parseJson(text), { text }).value);
}

function rewriteBoth({ text, response }) {
  JSON.stringify(JSON.parse(text));
  JSON.stringify(JSON.parse(response));
}
