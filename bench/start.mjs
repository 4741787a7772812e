// How long commands take to start, compared with Node itself: node bench/start.mjs [--runs N] [--program FILE] [--json]. Build first.
import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { about } from "./machine.mjs";

const { values: flags } = parseArgs({
  options: { runs: { type: "string", default: "15" }, program: { type: "string" }, json: { type: "boolean" } },
});
const MAIN = flags.program ?? fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const TOOLS = JSON.stringify([{ name: "search", description: "Search", input_schema: { type: "object" } }]);
const CONVERT = [MAIN, "convert", "--from", "anthropic", "--to", "openai-chat"];
const QUESTION = { model: "gpt-5", messages: [{ role: "user", content: "Hello" }] };
/** Without keys of providers, the gateway answers for a simulated one. */
const ENV = { PATH: process.env.PATH, HOME: process.env.HOME };

const SUBJECTS = [
  { name: "bare node", run: () => untilExit(["-e", "0"]) },
  { name: "convert, to its end", run: () => untilExit(CONVERT, TOOLS) },
  { name: "serve, to its ready line", run: (life) => untilReady(life, async () => {}) },
  { name: "serve, to its first answer", run: (life) => untilReady(life, firstAnswer) },
];

const times = SUBJECTS.map(() => []);
// The subjects take turns, so that a busy moment of the machine meets them all. The first turn reads the files from the disk, and lives
// long enough to keep its compiled code, where Node has a cache of that.
for (let turn = 0; turn <= Number(flags.runs); turn++)
  for (const [index, subject] of SUBJECTS.entries()) {
    const time = await subject.run(turn === 0 ? 1500 : 0);
    if (turn > 0) times[index].push(time);
  }
const starts = SUBJECTS.map(({ name }, index) => {
  return { name, node: process.version, ms: median(times[index]), fastest: Math.min(...times[index]) };
});
console.log(flags.json ? JSON.stringify({ ...about(), runs: Number(flags.runs), starts }) : table(starts));

function table(rows) {
  const lines = rows.map(({ name, ms, fastest }) => {
    return `| ${name} | ${ms.toFixed(0)} | ${fastest.toFixed(0)} | ${(ms / rows[0].ms).toFixed(1)} |`;
  });
  const head = "| | median ms | fastest ms | × node |\n|---|---|---|---|";
  return `Node ${process.version}, ${flags.runs} runs\n\n${head}\n${lines.join("\n")}`;
}

function untilExit(args, input = "") {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, { env: ENV, stdio: ["pipe", "ignore", "inherit"] });
    child.stdin.end(input);
    child.on("exit", (code) => {
      if (code === 0) resolve(performance.now() - began);
      else reject(new Error(`${args.join(" ")} ended with ${code}`));
    });
  });
}

async function untilReady(life, use) {
  const began = performance.now();
  const args = [MAIN, "serve", "--port", "0"];
  const child = spawn(process.execPath, args, { env: ENV, stdio: ["ignore", "pipe", "ignore"] });
  await use(await addressIn(child));
  const time = performance.now() - began;
  await setTimeout(life);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  return time;
}

function addressIn(child) {
  return new Promise((resolve, reject) => {
    let text = "";
    child.on("exit", () => reject(new Error(`serve ended: ${text}`)));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

async function firstAnswer(address) {
  const response = await fetch(`${address}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(QUESTION),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
}
