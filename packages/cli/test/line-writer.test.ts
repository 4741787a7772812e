import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { LineWriter } from "../src/gateway/line-writer.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

// A timer that is set later for a longer time also fires later.
const interval = () => new Promise((resolve) => setTimeout(resolve, 20));

it("writes the lines of one turn of the event loop together, and those that follow soon", async () => {
  const written: string[] = [];
  const lines = new LineWriter((text) => written.push(text));
  lines.add("one\n");
  lines.add("two\n");
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(["one\ntwo\n"]);
  lines.add("three\n");
  lines.add("four\n");
  await interval();
  expect(written).toEqual(["one\ntwo\n", "three\nfour\n"]);
});

it("tells of lines that could not be written at the next line, which is written", async () => {
  const written: string[] = [];
  let isFull = true;
  const lines = new LineWriter((text) => {
    if (isFull) throw new Error("no space left");
    written.push(text);
  });
  lines.add("one\n");
  await interval();
  isFull = false;
  expect(() => lines.add("two\n")).toThrow("no space left");
  await interval();
  lines.add("three\n");
  await interval();
  expect(written).toEqual(["two\n", "three\n"]);
});

it("does not listen for the process's exit longer than lines wait", async () => {
  const writers = Array.from({ length: 20 }, () => new LineWriter(() => undefined));
  for (const lines of writers) lines.add("one\n");
  // Lines of earlier tests may wait as well: all have one listener.
  const waiting = process.listenerCount("exit");
  await interval();
  await expect.poll(() => process.listenerCount("exit")).toBe(waiting - 1);
});

it.each(["process.exit(3)", "throw new Error('crash')"])("leaves nothing unwritten at %s", (end) => {
  const file = new URL("../dist/gateway/line-writer.js", import.meta.url);
  const code = `import { LineWriter } from ${JSON.stringify(file.href)};
    const lines = new LineWriter((text) => process.stdout.write(text));
    lines.add("last line\\n");
    ${end};`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  expect(stdout).toBe("last line\n");
});
