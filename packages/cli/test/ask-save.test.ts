import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, emptyFolder } from "./ask-tools.ts";

const HELLO = ["Hello", "--model", "sim/default", "--save"];

describe("toolglot ask --save", () => {
  it("writes where a link leads to, for its owner alone, and leaves the link", async () => {
    const home = emptyFolder();
    const target = join(home, "earlier.json");
    writeFileSync(target, "{}", { mode: 0o644 });
    symlinkSync("earlier.json", join(home, "talk.json"));
    expect((await ask([...HELLO, "talk.json"], home)).code).toBe(0);
    expect(lstatSync(join(home, "talk.json")).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(messagesIn(readFileSync(target, "utf8"))).toHaveLength(2);
  });

  it("writes into a named pipe, and does not replace it", async () => {
    const home = emptyFolder();
    const pipe = join(home, "pipe");
    execFileSync("mkfifo", [pipe]);
    const read = readFile(pipe, "utf8");
    expect((await ask([...HELLO, "pipe"], home)).code).toBe(0);
    expect(messagesIn(await read)).toHaveLength(2);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });
});

function messagesIn(conversation: string): readonly unknown[] {
  return (JSON.parse(conversation) as { readonly messages: readonly unknown[] }).messages;
}
