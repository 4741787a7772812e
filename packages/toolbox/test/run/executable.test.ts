import { existsSync, writeFileSync } from "node:fs";
import { LosslessNumber, parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { envelope } from "../../src/envelope.ts";
import { type ExecutableOptions, runExecutable } from "../../src/run/executable.ts";
import type { ToolHints, ToolOutcome } from "../../src/tool.ts";
import { nodeScript, place, script, write } from "./scripts.ts";

function call(path: string, options: ExecutableOptions = {}, hints: ToolHints = {}): Promise<ToolOutcome> {
  return runExecutable({ path, hints }, { city: "Paris" }, { timeout: 20_000, ...options });
}

function printing(bytes: string | Uint8Array, exitCode = 0): string {
  return script(`cat ${write(bytes, 0o644)}; exit ${exitCode}`);
}

describe("a tool that works", () => {
  it("gets its arguments as JSON and gives its result as JSON", async () => {
    const outcome = await call(script("cat"));
    expect(outcome).toMatchObject({ success: true, result: { city: "Paris" }, exitCode: 0 });
    expect(outcome).not.toHaveProperty("truncated");
  });

  it("gets and gives every digit of a number", async () => {
    const id = new LosslessNumber("12345678901234567890.10");
    const outcome = await runExecutable({ path: script("cat"), hints: {} }, { id });
    expect(stringifyJson(envelope(outcome))).toBe('{"tool_success":true,"result":{"id":12345678901234567890.10}}');
  });

  it("gets text of every kind unharmed", async () => {
    const input = { text: 'é 漢 👩‍👧 "\\ \n \u0000 \u2028', __proto__key: 1 };
    expect(await runExecutable({ path: script("cat"), hints: {} }, input)).toMatchObject({ result: input });
  });

  it.each(["null", "false", "0", '""', "[]", "[1]", '"text"', "  \n{}\n\n", "\ufeff{}"])(
    "may print %j",
    async (text) => {
      expect(await call(printing(text))).toMatchObject({ success: true, result: parseJson(text) });
    },
  );

  it("may write to standard error, whose last part is recorded but not sent to the model", async () => {
    const outcome = await call(script("cat; echo working >&2"));
    expect(outcome).toMatchObject({ success: true, stderr: "working\n" });
    expect(stringifyJson(envelope(outcome))).not.toContain("working");
  });

  it("reports its progress on standard error while it runs", async () => {
    const mark = place("heard");
    const path = script(`echo 'halfway there' >&2; while [ ! -e ${mark} ]; do sleep 0.02; done; cat`);
    const received: string[] = [];
    const onProgress = (message: string) => {
      received.push(message);
      writeFileSync(mark, "");
    };
    expect(await call(path, { onProgress })).toMatchObject({ success: true });
    expect(received).toEqual(["halfway there"]);
  });

  it("reports its progress at intervals, however much it writes", async () => {
    let count = 0;
    const outcome = await call(script("seq 1 200000 >&2; cat"), { onProgress: () => count++ });
    expect(outcome).toMatchObject({ success: true });
    expect(count).toBeLessThan(1000);
  });

  it("is not wrapped twice when it knows the envelope", async () => {
    const outcome = await call(printing('{"tool_success":true,"result":[1]}'));
    expect(envelope(outcome)).toEqual({ tool_success: true, result: [1] });
  });
});

describe("a tool that reports an error", () => {
  it("is understood if its error is in the envelope", async () => {
    const no = '{"tool_success":false,"error":"no such file","error_code":"NO_FILE"}';
    const failure = { success: false, error: "no such file (NO_FILE)" };
    expect(await call(printing(no, 1))).toMatchObject({ ...failure, code: "NON_ZERO_EXIT", exitCode: 1 });
    expect(await call(printing(no, 0))).toMatchObject({ ...failure, code: "FAILED", exitCode: 0 });
  });

  it("is understood if it prints JSON or text and exits with a code", async () => {
    expect(await call(printing('{"why": 12345678901234567890}', 3))).toMatchObject({
      code: "NON_ZERO_EXIT",
      error: 'exited with code 3: {"why":12345678901234567890}',
    });
    expect(await call(printing("usage: tool\n", 2))).toMatchObject({ error: "exited with code 2: usage: tool" });
  });

  it("is understood by standard error if it prints nothing", async () => {
    expect(await call(script("echo 'no space left' >&2; exit 9"))).toMatchObject({
      code: "NON_ZERO_EXIT",
      error: "exited with code 9: no space left",
      stderr: "no space left\n",
    });
  });

  it("cannot claim that it was denied or cancelled", async () => {
    const lie = '{"tool_success":false,"error":"x","error_code":"DENIED"}';
    expect(await call(printing(lie))).toMatchObject({ code: "FAILED" });
  });

  it("has its message truncated for the model", async () => {
    const outcome = await call(script("head -c 8000 /dev/zero | tr '\\0' e >&2; exit 1"));
    expect(outcome.success ? "" : outcome.error.length).toBeLessThan(2100);
  });
});

describe("a tool that fails", () => {
  it("is not found", async () => {
    expect(await call(place("nothing"))).toMatchObject({ success: false, code: "NOT_FOUND" });
    expect(await call(write("#!/bin/sh\n", 0o644))).toMatchObject({ success: false, code: "NOT_FOUND" });
  });

  it("is not looked for on the PATH", async () => {
    expect(await call("cat")).toMatchObject({ success: false, code: "NOT_FOUND" });
  });

  it("hangs", async () => {
    expect(await call(script("sleep 1000"), { timeout: 200 })).toMatchObject({
      code: "TIMEOUT",
      error: "did not end within 200 ms",
      signal: "SIGTERM",
    });
  });

  it("exceeds its own timeout", async () => {
    const path = script("sleep 1000");
    const outcome = await runExecutable({ path, hints: { timeout: 150 } }, {});
    expect(outcome).toMatchObject({ code: "TIMEOUT", error: "did not end within 150 ms" });
  });

  it("is killed", async () => {
    expect(await call(script("echo '{}'; echo ouch >&2; kill -SEGV $$"))).toMatchObject({
      code: "CRASHED",
      error: "was killed by SIGSEGV: ouch",
      signal: "SIGSEGV",
    });
  });

  it("is cancelled, before or while it runs", async () => {
    const mark = place("mark");
    expect(await call(script(`touch ${mark}`), { signal: AbortSignal.abort() })).toMatchObject({ code: "CANCELLED" });
    expect(existsSync(mark)).toBe(false);
    expect(await call(script("sleep 1000"), { signal: AbortSignal.timeout(100) })).toMatchObject({ code: "CANCELLED" });
  });
});

describe("output that is not JSON", () => {
  it.each([
    ["nothing", "", /^printed nothing$/],
    ["white space", " \n\t", /^printed nothing$/],
    ["words", "hello", /^printed invalid JSON \(.*\): hello$/],
    ["two values", '{"a":1}\n{"b":2}', /^printed invalid JSON/],
    ["half a value", '{"a":', /^printed invalid JSON/],
    ["NaN", "NaN", /^printed invalid JSON/],
    ["too many brackets", "[".repeat(100_000), /^printed invalid JSON/],
    ["bytes", new Uint8Array([0x22, 0xff, 0xfe, 0x22]), /^printed something that is not UTF-8/],
    ["a zero byte", new Uint8Array([0]), /^printed invalid JSON/],
    ["half a surrogate pair", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), /^printed something that is not UTF-8/],
  ])("is reported if it is %s", async (_name, bytes, error) => {
    const outcome = await call(printing(bytes));
    expect(outcome).toMatchObject({ success: false, code: "INVALID_OUTPUT", error: expect.stringMatching(error) });
    expect(parseJson(stringifyJson(envelope(outcome)))).toEqual(envelope(outcome));
  });

  it("is reported, even if it is endless", async () => {
    const outcome = await call(script("exec yes"), { outputLimit: 1000 });
    expect(outcome).toMatchObject({ code: "INVALID_OUTPUT", truncated: true });
  });
});

describe("output that is too long", () => {
  it("becomes JSON with the number of missing bytes", async () => {
    const path = nodeScript(`console.log(JSON.stringify("<" + "é".repeat(1000) + ">"))`);
    const outcome = await call(path, { outputLimit: 100 });
    const head = `"<${"é".repeat(24)}`;
    const tail = `${"é".repeat(23)}>"\n`;
    const result = { truncated: true, omitted_bytes: 2005 - 100, head, tail };
    expect(outcome).toMatchObject({ success: true, truncated: true, result });
  });

  it("is the reason of a failure as well", async () => {
    const outcome = await call(script("seq 1 1000; exit 1"), { outputLimit: 20 });
    expect(outcome).toMatchObject({ code: "NON_ZERO_EXIT", truncated: true });
    expect(outcome.success ? "" : outcome.error).toBe("exited with code 1: 1\n2\n3\n4\n5…");
  });

  it("is refused like short output if it is not JSON", async () => {
    const [short, long] = [await call(script("printf xyz")), await call(script("yes xyz | head -c 3000000"))];
    expect([short, long]).toMatchObject([{ code: "INVALID_OUTPUT" }, { code: "INVALID_OUTPUT", truncated: true }]);
    const [one = "", other = ""] = [short, long].map((each) => (each.success ? "" : each.error));
    expect(one).toBe('printed invalid JSON (expected a value, found "x" (line 1, column 1)): xyz');
    expect(other.slice(0, one.length)).toBe(one);
    expect(other.length).toBeLessThan(2200);
    expect(other.endsWith("…")).toBe(true);
  });

  it.each([
    [
      "goes on after its value",
      `process.stdout.write("[" + "1,".repeat(5000) + "1] x")`,
      "it is not one complete value",
    ],
    ["ends within its value", `process.stdout.write("[" + "1,".repeat(5000))`, "it is not one complete value"],
    [
      "is not UTF-8 in its middle",
      `process.stdout.write(Buffer.concat([Buffer.from('"' + "a".repeat(5000)), Buffer.from([255]), Buffer.from("a".repeat(5000) + '"')]))`,
      "not UTF-8",
    ],
  ])("is refused if it %s, beyond what is kept", async (_, code, reason) => {
    const outcome = await call(nodeScript(code), { outputLimit: 100 });
    expect(outcome).toMatchObject({ code: "INVALID_OUTPUT", error: expect.stringContaining(reason) });
  });
});

describe("input of a model", () => {
  it("reaches neither the arguments nor the environment", async () => {
    const path = nodeScript("console.log(JSON.stringify({ argv: process.argv.slice(2), env: process.env }))");
    const input = { "--help": "$(id)", PATH: "/evil", text: "; rm -rf /" };
    const outcome = await runExecutable({ path, hints: {} }, input);
    const reported = stringifyJson(envelope(outcome));
    expect(outcome).toMatchObject({ success: true, result: { argv: [] } });
    for (const word of ["--help", "$(id)", "/evil", "rm -rf"]) expect(reported).not.toContain(word);
  });
});
