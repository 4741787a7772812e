import { Readable, Writable } from "node:stream";
import { main } from "../src/program.ts";
import { MAIN } from "./main-file.ts";
import type { Outcome } from "./run.ts";

/** The input and the environment of a command. */
export interface RunOptions {
  readonly input?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly stdout?: OutputCollector;
  readonly stderr?: OutputCollector;
}

/** Runs a command in this process, one at a time: a tenth of what it takes to start the program. */
export function inProcess(argv: readonly string[], surroundings: RunOptions = {}): Promise<Outcome> {
  const outcome = last.then(() => runAlone(argv, surroundings));
  last = outcome.catch(() => undefined);
  return outcome;
}

let last: Promise<unknown> = Promise.resolve();

/** A command that has not ended. */
export interface RunningCommand {
  /** What it has written so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly exitCode: number | null;
  /** Ends it as SIGTERM does. */
  stop(): Promise<Outcome>;
}

/** Begins a command in this process that runs until it is stopped; others wait for its end. */
export function beginInProcess(argv: readonly string[], surroundings: RunOptions = {}): RunningCommand {
  const [stdout, stderr] = [new OutputCollector(), new OutputCollector()];
  const others = process.listeners("SIGTERM");
  const ended = { code: null as number | null };
  const outcome = inProcess(argv, { ...surroundings, stdout, stderr });
  outcome.then(({ code }) => (ended.code = code)).catch(() => (ended.code = 1));
  return {
    output: {
      get stdout() {
        return stdout.text;
      },
      get stderr() {
        return stderr.text;
      },
    },
    get exitCode() {
      return ended.code;
    },
    stop() {
      for (const listener of process.listeners("SIGTERM")) if (!others.includes(listener)) listener("SIGTERM");
      return outcome;
    },
  };
}

async function runAlone(argv: readonly string[], surroundings: RunOptions): Promise<Outcome> {
  const { input = "", env = process.env, cwd = process.cwd() } = surroundings;
  const { stdout = new OutputCollector(), stderr = new OutputCollector() } = surroundings;
  // Wide enough for every table, so that tests of its content need not know how it is wrapped.
  const restore = replace({
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
    env: { COLUMNS: "1000", ...env },
    cwd,
  });
  try {
    const code = await main(argv);
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    restore();
  }
}

interface Replaced {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** Replaces the streams, variables and folder of the process, and returns a function that restores them. */
function replace({ env, cwd, ...streams }: Replaced): () => void {
  const before = { env: { ...process.env }, cwd: process.cwd(), console: globalThis.console, argv: process.argv };
  const listeners = SIGNALS.map((name) => process.listeners(name));
  const descriptors = Object.entries(streams).map(([name, value]) => {
    const descriptor = Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor;
    Object.defineProperty(process, name, { configurable: true, enumerable: true, value });
    return [name, descriptor] as const;
  });
  setEnvironment(env);
  process.chdir(cwd);
  process.argv = [process.execPath, MAIN];
  return () => {
    for (const [name, descriptor] of descriptors) Object.defineProperty(process, name, descriptor);
    setEnvironment(before.env);
    process.chdir(before.cwd);
    process.argv = before.argv;
    globalThis.console = before.console;
    for (const [index, name] of SIGNALS.entries()) removeListeners(name, listeners[index] ?? []);
  };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// Changed and not replaced, because the C library and new processes use this object.
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

function removeListeners(name: NodeJS.Signals, kept: readonly unknown[]): void {
  for (const listener of process.listeners(name)) if (!kept.includes(listener)) process.off(name, listener);
}

/** Collects standard output or standard error, as if it were not a terminal. */
class OutputCollector extends Writable {
  private readonly chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.chunks).toString("utf8");
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
}
