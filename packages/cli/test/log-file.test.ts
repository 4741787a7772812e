import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { MAIN } from "./main-file.ts";
import { HELLO, post, until } from "./serving.ts";
import { CLOSE } from "./workers.ts";

const REQUESTS = 300;

describe.skipIf(process.platform !== "linux")("a log that is a file", { timeout: 120_000 }, () => {
  it.each([
    ["as it is", "w"],
    ["by appending", "a"],
  ])("gets whole lines of all workers, opened %s", async (_, flags) => {
    const file = join(mkdtempSync(join(tmpdir(), "toolglot-")), "log");
    const { url } = await servingInto({ file, flags, descriptor: 1, args: ["--workers", "2", "--json"] });
    const paths = Array.from({ length: REQUESTS }, (_, index) => `/v1/messages?${"long".repeat(300)}-${index}`);
    await Promise.all(paths.map((path) => post(url + path, HELLO, CLOSE)));
    const records = () => linesOf(file).map((line) => JSON.parse(line));
    const requests = () => records().filter(({ event }) => event === "request");
    await expect.poll(() => requests().length, { timeout: 60_000 }).toBe(REQUESTS);
    const workers = requests().map(({ worker }) => worker);
    expect(new Set(workers)).toEqual(new Set([1, 2]));
  });

  it("does not join the half of a line at its end with the next", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "toolglot-")), "log");
    const torn = '{"event":"requ';
    writeFileSync(file, torn);
    const { url } = await servingInto({ file, flags: "a", descriptor: 1, args: ["--workers", "2", "--json"] });
    for (let index = 0; index < 4; index++) await post(`${url}/v1/messages`, HELLO, CLOSE);
    const whole = () => linesOf(file).slice(1);
    const requests = () => whole().filter((line) => JSON.parse(line || "{}").event === "request");
    await expect.poll(() => requests().length, { timeout: 60_000 }).toBe(4);
    expect(linesOf(file)[0]).toBe(torn);
  });

  it.each([1, 2])("does not end %s processes when the disk is full", async (workers) => {
    const { url, child, ended } = await servingInto({
      file: "/dev/full",
      flags: "w",
      descriptor: 2,
      args: ["--workers", String(workers)],
    });
    for (let index = 0; index < 4; index++) {
      expect((await post(`${url}/v1/messages`, HELLO, CLOSE)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await expect.poll(() => troublesOf(url), { timeout: 60_000 }).toContain("the log cannot be written: ENOSPC");
    // It would say that it waits for a request.
    await post(`${url}/v1/messages`, { ...HELLO, model: "sim/fault-stall@4", stream: true });
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

interface LogFile {
  readonly file: string;
  readonly flags: string;
  /** Which of the program's descriptors is the file. */
  readonly descriptor: 1 | 2;
  readonly args: readonly string[];
}

/** A gateway whose standard output or standard error is a file, until the end of the test. */
async function servingInto({ file, flags, descriptor, args }: LogFile) {
  const handle = openSync(file, flags);
  const child = spawn(process.execPath, [MAIN, "serve", "--port", "0", ...args], {
    stdio: ["ignore", descriptor === 1 ? handle : "pipe", descriptor === 2 ? handle : "ignore"],
    env: { PATH: process.env.PATH },
  });
  closeSync(handle);
  const ended = new Promise((resolve) => child.once("close", resolve));
  afterTest(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  let output = "";
  child.stdout?.on("data", (text: Buffer) => {
    output += text;
  });
  const said = () => (descriptor === 1 ? readFileSync(file, "utf8") : output);
  return { child, ended, url: await until(() => /https?:\/\/[\d.]+:\d+/.exec(said())?.[0], child) };
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").split("\n").slice(0, -1);
}

async function troublesOf(url: string): Promise<string> {
  return (await fetch(`${url}/readyz`, { headers: CLOSE })).text();
}
