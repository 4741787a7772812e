// The mock provider and the load generator of traffic.c, compiled for this machine.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort, startExternal } from "../external-process.mjs";
import { frames, wholeResponse } from "../fixtures.mjs";

const SOURCE = fileURLToPath(new URL("traffic.c", import.meta.url));
const COMPILER = process.env.CC ?? "cc";
const TASKSET = "/usr/bin/taskset";
const DIALECTS = ["openai-chat", "anthropic", "gemini"];
/** How many frames a stream that stays open has sent. */
const HELD = 20;

/** Whether it can be compiled here. */
export function isCompilable() {
  return spawnSync(COMPILER, ["--version"]).status === 0;
}

/** A folder with the program and the mock's responses; it is gone when this process ends. */
export function prepareTraffic() {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const options = ["-O2", "-Wall", "-Wextra", "-o", join(folder, "traffic"), SOURCE];
  const compiled = spawnSync(COMPILER, options, { stdio: "inherit" });
  if (compiled.status !== 0) throw new Error("a C compiler is needed: install one, or name it in $CC");
  for (const dialect of DIALECTS) writeResponses(folder, dialect);
  return folder;
}

function writeResponses(folder, dialect) {
  const write = (kind, text) => writeFileSync(join(folder, `${dialect}-${kind}`), text);
  const body = wholeResponse(dialect);
  write("whole", `${headOf("application/json")}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  for (const words of ["varied", "identical", "padded"]) write(words, `${chunked(frames(dialect, words))}0\r\n\r\n`);
  write("held", chunked(frames(dialect, "varied").slice(0, HELD)));
}

function headOf(type) {
  return `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n`;
}

/** Each frame is a chunk of its own; all are sent at once, as by a fast provider. */
function chunked(pieces) {
  const chunks = pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
  return `${headOf("text/event-stream; charset=utf-8")}transfer-encoding: chunked\r\n\r\n${chunks.join("")}`;
}

/** Starts the mock provider, on a port that was free. Without `cpu`, it runs on any. */
export async function startMock(folder, cpu = null) {
  const port = await freePort();
  return startExternal(join(folder, "traffic"), ["mock", String(port), folder], { port, cpu });
}

/** Connects to a port, or to several with commas in turn, and sends a body as often as `time` says, which resolves to how long that took. */
export function startLoad({ folder, cpu, port, path, headers = {}, body, connections }) {
  const file = join(folder, `request-${port}`);
  const fields = {
    host: `127.0.0.1:${String(port).split(",", 1)}`,
    "content-type": "application/json",
    ...headers,
    "content-length": Buffer.byteLength(body),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  writeFileSync(file, `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  const child = run(folder, ["load", String(port), file, String(connections)], cpu);
  const answers = createInterface(child.stdout);
  const time = async (count) => {
    child.stdin.write(`${count}\n`);
    const [seconds, p50, p99, first] = (await once(answers)).split(" ").map(Number);
    return { seconds, perSecond: count / seconds, p50, p99, first };
  };
  const send = async (count) => (await time(count)).seconds;
  return { time, send, stop: () => child.kill() };
}

function run(folder, args, cpu) {
  const program = [join(folder, "traffic"), ...args];
  const [command, ...rest] =
    existsSync(TASKSET) && cpu !== undefined ? [TASKSET, "-c", String(cpu), ...program] : program;
  const child = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
  child.on("exit", (code) => {
    if (code) process.exit(code);
  });
  return child;
}

function once(lines) {
  return new Promise((resolve) => lines.once("line", resolve));
}
