import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runProcess } from "../../src/run/process.ts";
import type { ProcessOptions, ProcessResult } from "../../src/run/process-types.ts";
import { Semaphore } from "../../src/run/semaphore.ts";
import { eventually, livingIn } from "./process-groups.ts";
import { nodeScript, place, script, write } from "./scripts.ts";

/** As it was built: for processes that have no TypeScript. */
const PROCESS_MODULE = JSON.stringify(new URL("../../dist/run/process.js", import.meta.url).href);
const ENV = { PATH: process.env.PATH ?? "" };

function run(
  path: string,
  options: Partial<ProcessOptions> = {},
  args: readonly string[] = [],
): Promise<ProcessResult> {
  return runProcess(path, args, { env: ENV, timeout: 20_000, ...options });
}

function text({ stdout }: ProcessResult): string {
  return Buffer.concat([stdout.head, stdout.tail]).toString("utf8");
}

describe("a process", () => {
  it("gets its input, and returns its output, standard error and exit code", async () => {
    const result = await run(script("cat; echo words >&2; exit 7"), { stdin: "in" });
    expect(text(result)).toBe("in");
    expect(result).toMatchObject({ stderr: "words\n", exitCode: 7 });
    expect(result).not.toHaveProperty("signal");
    expect(result).not.toHaveProperty("stopped");
  });

  it("gets its arguments as they are, with no shell in between", async () => {
    const args = ["$(id)", "; echo no", "*", "a b", "'\"", "-n", ""];
    const result = await run(nodeScript("console.log(JSON.stringify(process.argv.slice(2)))"), {}, args);
    expect(JSON.parse(text(result))).toEqual(args);
  });

  it("has only the given environment", async () => {
    const result = await run(script("env", "/bin/sh"), { env: { ...ENV, ONLY: "this" } });
    expect(text(result)).toContain("ONLY=this\n");
    expect(text(result)).not.toContain("HOME=");
  });

  it("runs in the folder that it is given", async () => {
    expect(text(await run(script("pwd -P"), { cwd: "/" }))).toBe("/\n");
  });

  it("need not read its input", async () => {
    const result = await run(script("exec 0<&-; echo done"), { stdin: "x".repeat(5_000_000) });
    expect(text(result)).toBe("done\n");
    expect(result.exitCode).toBe(0);
  });

  it("may close its output long before it ends", async () => {
    const result = await run(script("echo early; exec 1>&- 2>&-; sleep 0.3; exit 4"));
    expect(text(result)).toBe("early\n");
    expect(result.exitCode).toBe(4);
  });

  it("may write to both pipes more than they hold", async () => {
    const flood =
      "for (let i = 0; i < 300; i++) { process.stdout.write('o'.repeat(1000)); process.stderr.write('e'.repeat(1000)); }";
    const result = await run(nodeScript(flood));
    expect(text(result)).toBe("o".repeat(300_000));
    expect(result.stderr).toBe("e".repeat(8192));
  });

  it("reports the signal that ended it", async () => {
    const result = await run(script("kill -SEGV $$"));
    expect(result.signal).toBe("SIGSEGV");
    expect(result).not.toHaveProperty("exitCode");
    expect(result).not.toHaveProperty("stopped");
  });
});

describe("a process that cannot be started", () => {
  it("is reported as not found", async () => {
    expect((await run(place("nothing"))).spawnError?.code).toBe("ENOENT");
  });

  it("is reported as forbidden", async () => {
    expect((await run(write("#!/bin/sh\n", 0o644))).spawnError?.code).toBe("EACCES");
  });

  it("is reported if its interpreter, folder or arguments are invalid", async () => {
    expect((await run(script("", "/no/such/interpreter"))).spawnError).toBeInstanceOf(Error);
    expect((await run(script("echo"), { cwd: place("nowhere") })).spawnError).toBeInstanceOf(Error);
    expect((await run(script("echo"), {}, ["a\0b"])).spawnError).toBeInstanceOf(Error);
  });
});

describe("a timeout", () => {
  it("may be longer than any timer", async () => {
    for (const timeout of [Number.POSITIVE_INFINITY, 2 ** 40])
      expect(text(await run(script("echo done"), { timeout }))).toBe("done\n");
  });
});

describe.concurrent("what a process leaves behind", () => {
  it("is killed without a delay, although it holds the pipes", async () => {
    const result = await run(script("sleep 1000 & echo $$"));
    expect(result.exitCode).toBe(0);
    expect(await eventually(() => livingIn(Number(text(result))).length === 0)).toBe(true);
  });

  it("is killed although it closed the pipes", async () => {
    const result = await run(script("sleep 1000 </dev/null >/dev/null 2>&1 & echo $$"));
    expect(await eventually(() => livingIn(Number(text(result))).length === 0)).toBe(true);
  });

  it("causes no delay in its own session", async () => {
    const result = await run(script("setsid sleep 3 & echo done"));
    expect(text(result)).toBe("done\n");
    expect(result.exitCode).toBe(0);
  });

  it("is killed with its parent when this process ends", async () => {
    const inner = script(`echo $$ > ${place("inner")}; sleep 1000`);
    const outer = nodeScript(`import(${PROCESS_MODULE}).then(({ runProcess }) => {
      void runProcess(${JSON.stringify(inner)}, [], { env: process.env, timeout: 60000 });
      const wait = () => require("node:fs").existsSync(${JSON.stringify(place("inner"))}) ? setTimeout(() => process.exit(5), 50) : setTimeout(wait, 20);
      wait();
    })`);
    expect((await run(outer)).exitCode).toBe(5);
    const group = Number(readFileSync(place("inner"), "utf8"));
    expect(await eventually(() => livingIn(group).length === 0)).toBe(true);
  });
});

describe("output", () => {
  it("is all there up to the limit", async () => {
    const { stdout } = await run(script("printf 0123456789"), { limit: 10 });
    expect(Buffer.from(stdout.head).toString()).toBe("0123456789");
    expect(stdout).toMatchObject({ tail: new Uint8Array(), omitted: 0 });
  });

  it("keeps its beginning and end beyond the limit, and reports how much is missing", async () => {
    const { stdout } = await run(script("printf 0123456789A"), { limit: 7 });
    expect([Buffer.from(stdout.head).toString(), Buffer.from(stdout.tail).toString()]).toEqual(["0123", "89A"]);
    expect(stdout.omitted).toBe(4);
  });

  it("of a gigabyte ends the process, in memory that stays flat", async () => {
    const endless = script("exec yes 'no end'");
    await run(endless);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 4; round++) {
      const result = await run(endless);
      expect(result).toMatchObject({ stopped: "flood", signal: "SIGTERM" });
      expect(result.stdout.head.length + result.stdout.tail.length).toBe(1_048_576);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it("of standard error is read without a limit, and its last part recorded", async () => {
    const result = await run(script("head -c 50000000 /dev/zero | tr '\\0' e >&2; echo last >&2"));
    expect(result.stderr).toHaveLength(8192);
    expect(result.stderr).toMatch(/e\nlast\n$|elast\n$/);
    expect(result.exitCode).toBe(0);
  });
});

describe("many processes", () => {
  it("run within the limit of the semaphore", async () => {
    const semaphore = new Semaphore(3);
    const log = place("log");
    const path = script(`echo + >> ${log}; sleep 0.05; echo - >> ${log}`);
    const results = await Promise.all(Array.from({ length: 12 }, () => run(path, { semaphore })));
    expect(results.every(({ exitCode }) => exitCode === 0)).toBe(true);
    const marks = readFileSync(log, "utf8").trim().split("\n");
    expect(marks).toHaveLength(24);
    expect(Math.max(...running(marks))).toBeLessThanOrEqual(3);
  });

  it("leave the line when they are cancelled, and the others go on", async () => {
    const semaphore = new Semaphore(1);
    const controller = new AbortController();
    const first = run(script("sleep 0.3; echo first"), { semaphore });
    const second = run(script("echo second"), { semaphore, signal: controller.signal });
    const third = run(script("echo third"), { semaphore });
    controller.abort();
    expect((await second).stopped).toBe("cancelled");
    expect([text(await first), text(await third)]).toEqual(["first\n", "third\n"]);
  });

  it("leave no handle, no timer and no listener behind", async () => {
    await eventually(() => !handles().includes("ProcessWrap"));
    const before = handles();
    const { signal } = new AbortController();
    const listeners = process.listenerCount("exit");
    const programs = ["echo a", "sleep 1000", "sleep 1000 & echo", "kill -9 $$"].map((text) => script(text));
    const runs = [...programs, place("nothing")].flatMap((path) =>
      [1, 2, 3, 4].map(() => run(path, { timeout: 300, signal })),
    );
    await Promise.all(runs);
    // A pipe of an earlier test may close only now: fewer is right too.
    await eventually(() => handles().length <= before.length);
    expect(handles().length).toBeLessThanOrEqual(before.length);
    expect(process.listenerCount("exit")).toBe(listeners);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("leave a process as it was, which then ends by itself", async () => {
    const paths = [script("cat"), script("sleep 1000"), place("nothing")];
    const outer = nodeScript(`import(${PROCESS_MODULE}).then(async ({ runProcess }) => {
      const settled = async () => { for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate); };
      process.stderr.write(""); // Opened when it is first looked at.
      await settled();
      const before = process.getActiveResourcesInfo();
      const options = { env: process.env, timeout: 200, stdin: "in", signal: new AbortController().signal };
      await Promise.all(${JSON.stringify(paths)}.map((path) => runProcess(path, [], options)));
      await settled();
      const after = process.getActiveResourcesInfo();
      console.log(JSON.stringify({ before, after }));
    })`);
    const result = await run(outer);
    const { before, after } = JSON.parse(text(result));
    expect(after).toEqual(before);
    expect(result.exitCode).toBe(0);
  });
});

// The test runner has timers of its own: those are counted in a process that has none.
function handles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap" || name === "PipeWrap");
}

function running(marks: readonly string[]): number[] {
  let count = 0;
  return marks.map((mark) => (mark === "+" ? ++count : --count));
}
