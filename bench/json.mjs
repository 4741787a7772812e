// The time of our parse and stringify as a multiple of that of the native functions: ratios of medians.
// Build first: npx tsc -b packages/core
import { existsSync, readFileSync } from "node:fs";
import { LosslessNumber, parseJson, stringifyJson } from "../packages/core/dist/json/index.js";

const TOOLS = new URL("../../shared/corpus/tools.dev.jsonl", import.meta.url);
const TRAFFIC = new URL("../../shared/corpus/traffic.dev.jsonl", import.meta.url);
const PROSE =
  "Searches the archive and returns the newest entries first. Use it when the user asks for a document by its title; " +
  'for a search by meaning, use "find_similar" instead.\n\nNote: results are cut after 10 pages.\n';

const tools = readTools();
const prose = tools
  .map((tool) => tool.description ?? PROSE)
  .join("\n")
  .repeat(3);
const chat = chatRequest(prose);
const bodies = {
  "tool definitions, 100 KB": JSON.stringify(upTo(tools, 100_000)),
  "tool definitions, 100 KB, indented": JSON.stringify(upTo(tools, 70_000), null, 2),
  "chat request, long texts": JSON.stringify(chat),
  "chat request, not Latin": JSON.stringify(chatRequest(prose.replaceAll("the", "“die” →"))),
  "chat request with tools": JSON.stringify({ ...chat, tools: upTo(tools, 50_000) }),
  "small request": JSON.stringify({
    model: "m",
    temperature: 0.7,
    messages: [{ role: "user", content: "Hello there" }],
  }),
};

for (const [name, text] of Object.entries(bodies)) {
  const value = JSON.parse(text);
  const told = { onDuplicate() {} };
  report(name, [
    ["parse", () => JSON.parse(text), () => parseJson(text)],
    ["parse, telling duplicates", () => JSON.parse(text), () => parseJson(text, told)],
    ["stringify", () => JSON.stringify(value), () => stringifyJson(value)],
  ]);
}

// Recorded texts have fewer colons than the descriptions of tools that the chat requests above are made of.
const recorded = readRequests(15_000);
const ratios = recorded.map((text) =>
  ratio(
    () => JSON.parse(text),
    () => parseJson(text),
  ),
);
ratios.sort((a, b) => a - b);
console.log(`${recorded.length} recorded requests over 15 KB`);
const summary = [0, ratios.length >> 1, ratios.length - 1].map((index) => ratios[index]?.toFixed(3));
console.log(`  parse, least/median/most     ${summary.join(" ")}`);

const lossy = bodies["chat request with tools"].replace('"temperature":0.7', '"temperature":1.0');
const kept = parseJson(lossy);
const plain = JSON.parse(lossy);
report("chat request with tools and one 1.0 (exact path)", [
  ["parse", () => JSON.parse(lossy), () => parseJson(lossy)],
  ["stringify", () => JSON.stringify(plain), () => stringifyJson(kept)],
]);
if (!(kept.temperature instanceof LosslessNumber)) throw new Error("1.0 was not kept");

function report(name, pairs) {
  console.log(name);
  for (const [what, native, ours] of pairs) console.log(`  ${what.padEnd(28)} ${ratio(native, ours).toFixed(3)}`);
}

// The two sides alternate, so that a busy machine slows both; the first rounds are a warm-up.
function ratio(native, ours, rounds = 1000) {
  const times = [[], []];
  for (let round = -2000; round < rounds; round++) {
    const pair = [time(native), time(ours)];
    if (round >= 0) for (const side of [0, 1]) times[side].push(pair[side]);
  }
  return median(times[1]) / median(times[0]);
}

function time(run) {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start);
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

function readTools() {
  if (!existsSync(TOOLS)) {
    console.log(`(${TOOLS} is not here: synthetic tools instead)`);
    return Array.from({ length: 500 }, (_, index) => syntheticTool(index));
  }
  const lines = readFileSync(TOOLS, "utf8").trim().split("\n");
  // Every 40th, because neighbours come from the same server.
  return lines.filter((_, index) => index % 40 === 0).map((line) => JSON.parse(line).tool);
}

function readRequests(atLeast) {
  if (!existsSync(TRAFFIC)) return [];
  const lines = readFileSync(TRAFFIC, "utf8").trim().split("\n");
  const sent = lines.map((line) => JSON.parse(line).request?.body).filter((body) => typeof body === "object");
  return sent.map((body) => JSON.stringify(body)).filter((text) => text.length > atLeast);
}

function syntheticTool(index) {
  const limit = { type: "integer", description: "How many to return", minimum: 1, maximum: 100, default: 10 };
  const properties = { path: { type: "string", description: PROSE }, limit };
  return { name: `tool_${index}`, description: PROSE, inputSchema: { type: "object", properties, required: ["path"] } };
}

function upTo(items, length) {
  let left = length;
  return items.filter((item) => {
    left -= JSON.stringify(item).length;
    return left > 0;
  });
}

function chatRequest(text) {
  const messages = Array.from({ length: 40 }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: text.slice(index * 2500, (index + 1) * 2500),
  }));
  return { model: "some-model", messages, temperature: 0.7, max_tokens: 1024 };
}
