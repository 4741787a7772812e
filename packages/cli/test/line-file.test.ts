import { mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LineFile } from "../src/gateway/line-file.ts";

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "toolglot-")), "log");
  writeFileSync(file, text);
  return file;
}

it.each([
  ["", "next\n"],
  ["one\n", "one\nnext\n"],
  ["one\nhal", "one\nhal\nnext\n"],
])("begins on a line of its own after %j", (before, after) => {
  const file = fileWith(before);
  new LineFile(openSync(file, "a")).write("next\n");
  expect(readFileSync(file, "utf8")).toBe(after);
});

it("begins on a line of its own after a line that did not fit on the disk", () => {
  const file = fileWith("");
  let space = 6;
  const writeBytes = (descriptor: number, bytes: Uint8Array, offset: number): number => {
    if (space === 0) throw new Error("no space left");
    const length = writeSync(descriptor, bytes, offset, Math.min(space, bytes.length - offset));
    space -= length;
    return length;
  };
  const lines = new LineFile(openSync(file, "a"), writeBytes);
  expect(() => lines.write("one\ntwo\n")).toThrow("no space left");
  expect(() => lines.write("three\n")).toThrow("no space left");
  space = 100;
  lines.write("four\n");
  lines.write("five\n");
  expect(readFileSync(file, "utf8")).toBe("one\ntw\nfour\nfive\n");
});
