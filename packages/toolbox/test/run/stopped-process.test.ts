import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runProcess } from "../../src/run/process.ts";
import type { ProcessOptions, ProcessResult } from "../../src/run/process-types.ts";
import { livingIn } from "./process-groups.ts";
import { place, script } from "./scripts.ts";

// Time passes when the test turns the clock, so that no program is too slow for it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const TIMEOUT = 200;
/** How long a process may take to end after its timeout. */
const KILL_DELAY = 2000;
/** The same for one that was cancelled. */
const CANCEL_DELAY = 300;
const IGNORES_SIGTERM = "trap '' TERM; echo $$ >&2; while :; do sleep 0.1; done";

interface Started {
  readonly running: Promise<ProcessResult>;
  readonly pid: number;
}

/** Starts a program, and waits until it has written its process id to standard error. */
function start(text: string, options: Partial<ProcessOptions> = {}): Promise<Started> {
  return new Promise((resolve) => {
    const onStderr = (chunk: Buffer) => resolve({ running, pid: Number(String(chunk)) });
    const running = run(script(text), { ...options, onStderr });
  });
}

function run(path: string, options: Partial<ProcessOptions>): Promise<ProcessResult> {
  return runProcess(path, [], { env: { PATH: process.env.PATH ?? "" }, timeout: TIMEOUT, ...options });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

function text({ stdout }: ProcessResult): string {
  return Buffer.concat([stdout.head, stdout.tail]).toString("utf8");
}

describe("a process that does not end", () => {
  it("gets SIGTERM at its timeout", async () => {
    const { running } = await start("echo $$ >&2; sleep 1000");
    vi.advanceTimersByTime(TIMEOUT);
    expect(await running).toMatchObject({ stopped: "timeout", signal: "SIGTERM" });
  });

  it("has time to clean up", async () => {
    const { running } = await start(
      "trap 'echo bye; exit 3' TERM; echo hello; echo $$ >&2; while :; do sleep 0.1; done",
    );
    vi.advanceTimersByTime(TIMEOUT);
    const result = await running;
    expect(text(result)).toBe("hello\nbye\n");
    expect(result).toMatchObject({ stopped: "timeout", exitCode: 3 });
  });

  it("is killed with its children if it ignores SIGTERM", async () => {
    const { running, pid } = await start(IGNORES_SIGTERM);
    vi.advanceTimersByTime(TIMEOUT + KILL_DELAY - 1);
    expect(livingIn(pid)).toContain(pid);
    vi.advanceTimersByTime(1);
    expect(await running).toMatchObject({ stopped: "timeout", signal: "SIGKILL" });
    await until(() => livingIn(pid).length === 0);
  });

  it("is killed though it is stopped", async () => {
    const { running, pid } = await start("echo $$ >&2; kill -STOP $$");
    await until(() => /\) T /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
    vi.advanceTimersByTime(TIMEOUT + KILL_DELAY);
    expect(await running).toMatchObject({ stopped: "timeout", signal: "SIGKILL" });
  });

  it("is killed soon after it is cancelled", async () => {
    const controller = new AbortController();
    const { running, pid } = await start(IGNORES_SIGTERM, { signal: controller.signal });
    controller.abort();
    vi.advanceTimersByTime(CANCEL_DELAY - 1);
    expect(livingIn(pid)).toContain(pid);
    vi.advanceTimersByTime(1);
    expect(await running).toMatchObject({ stopped: "cancelled", signal: "SIGKILL" });
  });

  it("is killed at once when it is cancelled while it takes its time to end", async () => {
    const controller = new AbortController();
    const { running } = await start(IGNORES_SIGTERM, { signal: controller.signal });
    vi.advanceTimersByTime(TIMEOUT);
    controller.abort();
    expect(await running).toMatchObject({ stopped: "timeout", signal: "SIGKILL" });
  });

  it("is not even started when it was cancelled before", async () => {
    const mark = place("started");
    const result = await run(script(`touch ${mark}`), { signal: AbortSignal.abort() });
    expect(result.stopped).toBe("cancelled");
    expect(existsSync(mark)).toBe(false);
  });
});

describe("what a process leaves behind", () => {
  it("may still finish its output", async () => {
    const { running, pid } = await start(
      `(until [ -e ${place("go")} ]; do sleep 0.01; done; echo late) & echo early; echo $$ >&2`,
    );
    await until(() => !livingIn(pid).includes(pid));
    await run(script(`touch ${place("go")}`), {});
    expect(text(await running)).toBe("early\nlate\n");
  });
});
