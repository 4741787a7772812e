// 100 tools to every target, by us and by others, as multiples of the time that copying them through JSON takes.
import { isDeepStrictEqual } from "node:util";
import * as core from "../packages/core/dist/index.js";
import { exampleOf } from "./example-arguments.mjs";
import { milliseconds, multipleOf } from "./measure.mjs";
import { loadPeers } from "./tool-peers.mjs";
import { sampleTools } from "./tool-sample.mjs";

const TARGETS = [
  { to: "openai-chat" },
  { to: "openai-responses" },
  { to: "anthropic" },
  { to: "gemini" },
  { to: "gemini", variant: "parameters" },
  { to: "gemini-interactions" },
  { to: "ollama" },
  { to: "openrouter" },
  { to: "bedrock" },
  { to: "mcp" },
  { to: "executable" },
];
const PROFILES = ["native", "strict", "lenient", "conservative"];
/** How often all tools are converted in each way before anything is measured. The tools are new to every call, but the code is compiled. */
const WARMUP = 100;

/** All numbers of tools: `ours` has a row per target and profile, `peers` one per converter. */
export async function benchTools(plan) {
  const { text, source } = sampleTools();
  const sample = sampleOf(text);
  const floor = floorOf(sample);
  const settings = TARGETS.flatMap((target) => PROFILES.map((profile) => ({ from: "mcp", ...target, profile })));
  heat(settings, sample);
  const ours = [];
  for (const options of settings) ours.push(await measureOurs(options, sample, floor, plan));
  const peers = [];
  for (const peer of await loadPeers()) peers.push(await measurePeer(peer, sample, plan));
  const size = { tools: sample.parse().length, bytes: Buffer.byteLength(text) };
  return { source, ...size, floor: await milliseconds(floor, plan), ours, peers };
}

function sampleOf(text) {
  return { text, parse: () => JSON.parse(text) };
}

function floorOf({ parse }) {
  return { prepare: parse, run: (tools) => JSON.parse(JSON.stringify(tools)) };
}

// The targets share most of their code: without a warm-up, the time of the first would include compiling it.
function heat(settings, { parse }) {
  for (let turn = 0; turn < WARMUP; turn++)
    for (const options of settings) core.convertTools(parse(), { ...options, onInvalid: "skip" });
}

// ── ours ────────────────────────────────────────────────────────────────────

async function measureOurs(options, sample, floor, plan) {
  const skipping = { ...options, onInvalid: "skip" };
  const convert = (tools) => core.convertTools(tools, skipping);
  const args = argumentsFor(sample.parse(), convert);
  const value = await multipleOf(floor, { prepare: sample.parse, run: (tools) => convert(tools).value }, plan);
  const read = await multipleOf(floor, { prepare: sample.parse, run: (tools) => readAll(convert(tools), args) }, plan);
  const { losses, changes } = convert(sample.parse());
  const { to, variant, profile } = options;
  const { accepted } = await acceptance((tools) => core.convertTools(tools, options).value, to, sample);
  const warm = await measureWarm(skipping, sample, floor, plan);
  return { to, variant, profile, accepted, losses: losses.length, changes: changes.length, value, read, warm };
}

// What a model would send, per tool, by the name that the target has for it.
function argumentsFor(tools, convert) {
  const { names, lower } = convert(tools);
  const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
  return [...names].map(([sent, { name }]) => [sent, lower(sent, exampleOf(schemas.get(name)))]);
}

function readAll({ value, losses, changes, lift }, args) {
  return [value, losses, changes, args.map(([name, sent]) => lift(name, sent))];
}

// An agent sends the same tools with every turn: as an equal text, or as newly parsed values.
async function measureWarm(options, { text, parse }, floor, plan) {
  if (core.createToolConverter === undefined) return undefined;
  const expected = core.convertTools(parse(), options).value;
  const again = async (prepare) => {
    const converter = core.createToolConverter(options);
    if (!isDeepStrictEqual(converter.convert(prepare()).value, expected)) throw new Error("the warm path differs");
    return multipleOf(floor, { prepare, run: (tools) => converter.convert(tools).value }, plan);
  };
  const same = parse();
  return { text: await again(() => anotherCopy(text)), parsed: await again(parse), same: await again(() => same) };
}

function anotherCopy(text) {
  return Buffer.from(text).toString();
}

// ── others ──────────────────────────────────────────────────────────────────

// Tools for which a converter throws are left out of its time and of the baseline's.
async function measurePeer({ convert, ...peer }, sample, plan) {
  const counts = await acceptance(convert, peer.to, sample);
  const rest = sampleOf(JSON.stringify(counts.kept));
  const value = await multipleOf(floorOf(rest), { prepare: rest.parse, run: convert }, plan);
  const { converted, accepted } = counts;
  return { ...peer, converted, accepted, value };
}

// ── acceptance ──────────────────────────────────────────────────────────────

/** How many tools are converted without an error, and how many of the results the provider would accept. */
async function acceptance(convert, to, { parse }) {
  const kept = [];
  let accepted = 0;
  for (const tool of parse()) {
    // Some converters mutate their input.
    const result = await wireForm(convert, structuredClone(tool));
    if (result === undefined) continue;
    kept.push(tool);
    if (isAccepted(result, to)) accepted++;
  }
  return { kept, converted: kept.length, accepted };
}

async function wireForm(convert, tool) {
  try {
    return JSON.parse(JSON.stringify(await convert([tool])));
  } catch {
    return undefined;
  }
}

function isAccepted(tools, to) {
  const { problems } = core.checkTools(tools, { from: to, to });
  return problems.every(({ severity }) => severity !== "error");
}
