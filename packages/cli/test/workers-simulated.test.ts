import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { ended } from "./run.ts";
import { HELLO, post, until } from "./serving.ts";
import { CLOSE } from "./workers.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")) as { scripts: { start: string } };

const BODIES: readonly (readonly [path: string, body: object])[] = [
  ["/v1/messages", HELLO],
  ["/v1/messages", { ...HELLO, stream: true }],
  ["/v1/chat/completions", { model: "gpt-5.6", messages: HELLO.messages }],
  ["/v1/chat/completions", { model: "gpt-5.6", messages: HELLO.messages, stream: true }],
  ["/v1beta/models/any:generateContent", { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }],
  ["/api/chat", { model: "any", messages: HELLO.messages, stream: false }],
];

it.skipIf(process.platform !== "linux")(
  "the simulator of npm start is the same with one process and with two workers",
  { timeout: 120_000 },
  async () => {
    const [one, two] = [await npmStart([]), await npmStart(["--workers", "2"])];
    expect(one.greeting).toContain("SIMULATED: no provider is configured");
    expect(two.greeting).toContain("\n  workers      2\n");
    expect(two.greeting.replace(/\n {2}workers .*/, "")).toBe(one.greeting);
    // Each worker gets each of them.
    for (const [path, body] of [...BODIES, ...BODIES.slice(1), ...BODIES.slice(0, 1)]) {
      const [expected, reply] = await Promise.all([one, two].map(({ url }) => replyTo(url + path, body)));
      expect([path, reply]).toEqual([path, expected]);
      expect(reply?.text).toContain("simulated");
    }
    expect(await two.stop()).toBe(0);
    expect(await one.stop()).toBe(0);
  },
);

/** What differs from one response to the next, whoever responds. */
const VARYING = /"(?:created|created_at|(?:\w+_)?duration)":(?:\d+|"[^"]*")/g;

async function replyTo(url: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
  const response = await post(url, body, CLOSE);
  return { status: response.status, text: (await response.text()).replace(VARYING, "") };
}

/** Starts what the script of `npm start` starts, and waits for its greeting. */
async function npmStart(args: readonly string[]) {
  const [, ...script] = scripts.start.split(" ");
  const child = spawn(process.execPath, [...script, "--port", "0", ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outcome = ended(child);
  afterTest(async () => {
    child.kill("SIGTERM");
    await outcome;
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: string) => (output += text));
  const greeting = await until(() => (/Try it\n {2}curl .*\n/.test(output) ? output : undefined), child);
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(greeting) ?? [];
  const stop = async () => {
    child.kill("SIGTERM");
    return (await outcome).code;
  };
  return { url, greeting: greeting.replaceAll(url, "URL").trimEnd(), stop };
}
