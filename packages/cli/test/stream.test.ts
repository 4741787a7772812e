import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { dialects } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { supports } from "../src/names.ts";
import { PEAK_MEMORY } from "./peak-memory.ts";
import { ended, fileWith, start, toolglot } from "./run.ts";

function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  const choice = { index: 0, delta, finish_reason: finish, ...more };
  const body = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice] };
  return `data: ${JSON.stringify(body)}\n\n`;
}

const HELLO = chunk({ role: "assistant", content: "Grüße 😀" });
const CALL = { index: 0, id: "call_1", type: "function", function: { name: "now", arguments: '{"a":1.10}' } };
const END = `${chunk({}, "tool_calls")}data: [DONE]\n\n`;
const CHAT = HELLO + chunk({ tool_calls: [CALL] }) + END;
const LOSSY = chunk({ content: "hi" }, null, { logprobs: { content: [{ token: "hi", logprob: -1 }] } }) + END;
const ERROR = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
const CUT = "the provider's stream ended before its answer was complete";

function eventsOf(sse: string): unknown[] {
  return [...sse.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
}

describe("convert --what stream", () => {
  it("translates a file", async () => {
    const { code, stdout, stderr } = await toolglot(
      `convert ${fileWith(CHAT)} --what stream --from openai --to claude`,
    );
    expect(stdout).toMatch(/^event: message_start\n/);
    expect(stdout).toContain('"text":"Grüße 😀"');
    expect(stdout).toContain('"content_block":{"type":"tool_use","id":"toolu_1","name":"now","input":{}}');
    expect(stdout).toMatch(/event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("translates standard input, and back again", async () => {
    const { stdout } = await toolglot("convert --what stream --from openai --to claude", CHAT);
    const back = await toolglot("convert - --what stream --from claude --to openai", stdout);
    expect(back.stdout).toContain('"content":"Grüße 😀"');
    expect(back.stdout).toContain('"id":"call_1"');
    expect(back.stdout).toMatch(/"finish_reason":"tool_calls"\}.*\n\ndata: \[DONE\]\n\n$/);
    expect([back.code, back.stderr]).toEqual([0, ""]);
  });

  const speakers = dialects.filter((dialect) => supports(dialect, "stream")).map(({ id }) => id);

  it.each(speakers)("goes to %s and back", async (to) => {
    const there = await toolglot(`convert --what stream --from openai --to ${to}`, CHAT);
    const back = await toolglot(`convert --what stream --from ${to} --to openai`, there.stdout);
    expect(back.stdout).toContain("Grüße 😀");
    expect(back.stdout).toContain('"name":"now"');
    expect(back.stdout).toMatch(/"finish_reason":"tool_calls".*\n\ndata: \[DONE\]\n\n$/);
    expect([there.code, back.code]).toEqual([0, 0]);
  });

  it.each(speakers)("ends with the error of %s if it is truncated", async (to) => {
    const { code, stdout, stderr } = await toolglot(`convert --what stream --from openai --to ${to}`, HELLO);
    expect(stdout.trimEnd().split("\n").at(-1)).toContain(CUT);
    expect([code, stderr]).toEqual([1, `error: <stdin>: the stream ends in an error: ${CUT}\n`]);
  });

  it("passes a dialect on to itself byte for byte", async () => {
    const { code, stdout } = await toolglot("convert --what stream --from openai --to openai", `: hello\n\n${CHAT}`);
    expect([code, stdout]).toEqual([0, `: hello\n\n${CHAT}`]);
  });

  it("writes output as soon as possible", async () => {
    const child = start(["convert", "--what", "stream", "--from", "openai", "--to", "claude"]);
    const outcome = ended(child);
    const bytes = Buffer.from(HELLO);
    // In the midst of a character.
    const half = bytes.indexOf(Buffer.from("ü")) + 1;
    child.stdin?.write(bytes.subarray(0, half));
    child.stdin?.write(bytes.subarray(half));
    const [first] = child.stdout === null ? [] : await once(child.stdout, "data");
    expect(String(first)).toContain("message_start");
    child.stdin?.end(END);
    const { code, stdout } = await outcome;
    expect(stdout).toContain("Grüße 😀");
    expect(code).toBe(0);
  });

  it("ends a truncated stream with the client's error, and exits with 1", async () => {
    const { code, stdout, stderr } = await toolglot("convert --what stream --from openai --to claude", HELLO);
    expect(eventsOf(stdout).at(-1)).toEqual({ type: "error", error: { type: "api_error", message: CUT } });
    expect(stdout).not.toContain("message_stop");
    expect([code, stderr]).toEqual([1, `error: <stdin>: the stream ends in an error: ${CUT}\n`]);
  });

  it.each(["openai", "claude"])("exits with 1 if a stream to %s is truncated within an event", async (to) => {
    const { code, stderr } = await toolglot(`convert --what stream --from openai --to ${to}`, CHAT.slice(0, 220));
    expect(stderr).toMatch(/^error: <stdin>: the stream ends in an error: /);
    expect(code).toBe(1);
  });

  it("passes on an error in the stream, and exits with 1", async () => {
    const [other, same] = await Promise.all([
      toolglot("convert --what stream --from claude --to openai", ERROR),
      toolglot("convert --what stream --from claude --to claude", ERROR),
    ]);
    expect(eventsOf(other.stdout)).toMatchObject([{ error: { message: "Overloaded" } }]);
    expect(same.stdout).toBe(ERROR);
    const output = "error: <stdin>: the stream ends in an error: Overloaded\n";
    expect([other.code, other.stderr, same.code, same.stderr]).toEqual([1, output, 1, output]);
  });

  it.each([
    { error: { message: "busy", type: "server_error", param: null, code: null } },
    { error: { code: 503, message: "busy", status: "UNAVAILABLE" } },
    { type: "error", code: "server_error", message: "busy", param: null, sequence_number: 2 },
  ])("recognises a stream that begins with an error: %j", async (event) => {
    const { code, stdout, stderr } = await toolglot("convert --to anthropic", `data: ${JSON.stringify(event)}\n\n`);
    expect(eventsOf(stdout)).toMatchObject([{ type: "error", error: { message: "busy" } }]);
    expect(stderr).toContain("error: <stdin>: the stream ends in an error: busy\n");
    expect(code).toBe(1);
  });

  it("ends an unreadable stream with an error", async () => {
    const { code, stdout } = await toolglot("convert --what stream --from openai --to claude", "data: {nope\n\n");
    expect(eventsOf(stdout)).toMatchObject([
      { type: "error", error: { message: expect.stringContaining("cannot be read") } },
    ]);
    expect(code).toBe(1);
  });

  it("writes no output if the file does not exist", async () => {
    const { code, stdout, stderr } = await toolglot("convert no/such.sse --what stream --from openai --to claude");
    expect([code, stdout, stderr]).toEqual([1, "", "error: cannot read no/such.sse: no such file\n"]);
  });

  it("reports losses at the end, as a table or as JSON", async () => {
    const report = fileWith("", "report.json");
    const line = "convert --what stream --from openai --to claude";
    const [table, file, stderr] = await Promise.all([
      toolglot(line, LOSSY),
      toolglot(`${line} --report ${report}`, LOSSY),
      toolglot(`${line} --report -`, LOSSY),
    ]);
    expect(table.stderr).toMatch(/^1 loss, from openai to claude\nPATH .*\n\S+ +logprobs +dropped /);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
      losses: [{ feature: "logprobs" }],
      changes: [{ rule: "response-id" }, { rule: "response-time" }],
    });
    expect(file.stderr).toBe(`note: 1 loss, 2 changes: see ${report}\n`);
    expect(JSON.parse(stderr.stderr)).toMatchObject({ losses: [{ feature: "logprobs" }] });
    expect([table.code, file.code, stderr.code]).toEqual([0, 0, 0]);
  });

  it("exits with 3 for losses under --fail-on-loss, and with 1 if the stream was truncated as well", async () => {
    const line = "convert --what stream --from openai --to claude --fail-on-loss";
    const [lossy, cut, fine] = await Promise.all([
      toolglot(line, LOSSY),
      toolglot(line, LOSSY.slice(0, -20)),
      toolglot(line, CHAT),
    ]);
    expect([lossy.code, cut.code, fine.code]).toEqual([3, 1, 0]);
  });

  it("exits without an error when its output is closed", async () => {
    const file = fileWith(HELLO.repeat(20_000) + END);
    const child = start(["convert", file, "--what", "stream", "--from", "openai", "--to", "claude"]);
    let stderr = "";
    child.stderr?.on("data", (text: Buffer) => {
      stderr += text;
    });
    child.stdout?.once("data", () => child.stdout?.destroy());
    const [code] = await once(child, "exit");
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("waits for a slow reader, in constant memory", async () => {
    const file = fileWith("", "big.sse");
    await writeBig(file);
    const args = ["convert", file, "--what", "stream", "--from", "openai", "--to", "claude"];
    const child = start(args, ["--max-old-space-size=64", "--import", PEAK_MEMORY]);
    await once(child.stdout as Readable, "readable");
    // As much as a pipe holds is soon written.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { code, stdout, stderr } = await ended(child);
    expect([code, stdout.split("content_block_delta\n").length - 1]).toEqual([0, CHUNKS]);
    // In kilobytes: what Node needs anyway, and a little more.
    expect(Number(stderr.match(/peak (\d+)/)?.[1])).toBeLessThan(200_000);
  });

  const CHUNKS = 40_000;

  async function writeBig(file: string): Promise<void> {
    const out = createWriteStream(file);
    const text = "All about a day. ".repeat(60);
    for (let number = 0; number < CHUNKS; number++)
      if (!out.write(chunk({ content: `${number} ${text}` }))) await once(out, "drain");
    out.end(END);
    await once(out, "close");
  }
});

describe("events on lines of their own, as programs print those of an SDK", () => {
  const speakers = dialects.filter(
    ({ profile, ...dialect }) => supports({ profile, ...dialect }, "stream") && profile.conversation.framing === "sse",
  );

  it.each(speakers.map(({ id }) => id))("are translated like the stream of %s that they were in", async (from) => {
    const { stdout: framed } = await toolglot(`convert --what stream --from openai --to ${from}`, CHAT);
    const lines = [...framed.matchAll(/^data: (\{.*\n)/gm)].map(([, line = ""]) => line);
    const expected = await toolglot(`convert --what stream --from ${from} --to claude`, framed);
    const given = await toolglot(`convert --what stream --from ${from} --to claude`, lines.join(""));
    expect(given).toEqual(expected);
    expect(given.stdout).toContain('"text":"Grüße 😀"');
  });

  it("are recognized without a flag", async () => {
    const lines = eventsOf(CHAT).map((event) => JSON.stringify(event));
    const { code, stdout, stderr } = await toolglot(`convert ${fileWith(lines.join("\r\n"))} --to claude`);
    expect(stdout).toContain('"text":"Grüße 😀"');
    expect(stdout).toMatch(/event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^note: reading the input as an openai-chat stream.*\n$/),
    ]);
  });

  it("end with an error where they are cut short", async () => {
    const lines = eventsOf(CHAT)
      .slice(0, 2)
      .map((event) => `${JSON.stringify(event)}\n`);
    const { code, stdout, stderr } = await toolglot("convert --to claude", lines.join(""));
    expect([code, stdout.match(/^event: error$/m)?.length]).toEqual([1, 1]);
    expect(stderr).toContain(CUT);
  });
});
