import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { checkTools, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { beforeAll, describe, expect, it } from "vitest";
import { discover } from "../../src/discover/discover.ts";
import { Registry } from "../../src/registry.ts";
import { runProcess } from "../../src/run/process.ts";
import type { ToolOutcome } from "../../src/tool.ts";
import { place } from "./scripts.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples/tools", import.meta.url));
const PROVIDERS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter", "mcp"] as const;

let registry = new Registry([]);

beforeAll(async () => {
  const { tools, refusals } = await discover({ directories: [EXAMPLES], timeout: 60_000 });
  registry = new Registry(tools, refusals);
});

describe("the examples", () => {
  it("are all found, with nothing to complain of", () => {
    expect(registry.list().map(({ name }) => name)).toEqual(["file_edit", "now", "word_count"]);
    expect(registry.refusals.filter(({ level }) => level !== "info")).toEqual([]);
  });

  it.each(["file-edit", "now", "word-count"])("describe themselves as portable tools: %s", async (file) => {
    const options = { env: { PATH: process.env.PATH ?? "" }, timeout: 60_000 };
    const { stdout } = await runProcess(`${EXAMPLES}/${file}`, ["--schema"], options);
    const schema = parseJson(Buffer.from(stdout.head).toString("utf8"));
    expect(
      checkTools([schema] as Json, { from: "executable", to: "executable", profile: "portable" }).problems,
    ).toEqual([]);
  });

  it.each(PROVIDERS)("lose nothing for %s but their hints, which are for us", (to) => {
    const { losses } = registry.encode({ to });
    expect(losses.filter(({ feature }) => feature !== "annotations")).toEqual([]);
  });

  it("say which of them only look", () => {
    const looking = registry.list().filter(({ hints }) => hints.readOnly);
    expect(looking.map(({ name }) => name)).toEqual(["now", "word_count"]);
    expect(registry.find("file_edit")?.hints).toMatchObject({ readOnly: false, destructive: true });
  });
});

describe("now", () => {
  it("returns the time", async () => {
    const outcome = await registry.call("now", {});
    expect(outcome).toMatchObject({ success: true, result: { offset: expect.stringMatching(/^[+-]\d{4}$/) } });
    const { utc, unix } = resultOf(outcome);
    expect(Date.parse(String(utc))).toBe(Number(unix) * 1000);
  });
});

describe("word_count", () => {
  it("counts as people do", async () => {
    const outcome = await registry.call("word_count", { text: "one two\nthrée 👩‍👩‍👧\n" });
    expect(resultOf(outcome)).toEqual({ lines: 2, words: 4, characters: 16 });
    expect(resultOf(await registry.call("word_count", { text: "", unit: "lines" }))).toEqual({ lines: 0 });
  });

  it("is not asked for a unit that it does not have", async () => {
    const outcome = await registry.call("word_count", { text: "", unit: "bytes" });
    expect(outcome).toMatchObject({ success: false, code: "INVALID_ARGUMENTS" });
  });
});

describe("file_edit", () => {
  it("replaces a text that is there once, and keeps the mode", async () => {
    const file = make("a = 1\r\nb = 2\r\n", 0o750);
    expect(resultOf(await edit(file, "a = 1", "a = 3"))).toEqual({ file_path: file, replacements: 1 });
    expect(readFileSync(file, "utf8")).toBe("a = 3\r\nb = 2\r\n");
    expect(statSync(file).mode & 0o777).toBe(0o750);
  });

  it("replaces all occurrences only if asked to", async () => {
    const file = make("x x x");
    expect(await edit(file, "x", "y")).toMatchObject({
      success: false,
      error: expect.stringMatching(/3 times.*NOT_UNIQUE/),
    });
    expect(readFileSync(file, "utf8")).toBe("x x x");
    expect(resultOf(await edit(file, "x", "y", true))).toMatchObject({ replacements: 3 });
    expect(readFileSync(file, "utf8")).toBe("y y y");
  });

  it("takes text literally, and leaves bytes alone that are no text", async () => {
    const file = make(Buffer.from([0xff, 0x00, ...Buffer.from("$& é .*")]));
    await edit(file, "$& é .*", "\\1 $& 漢");
    expect(readFileSync(file)).toEqual(Buffer.from([0xff, 0x00, ...Buffer.from("\\1 $& 漢")]));
  });

  it("changes the file behind a link, and leaves the link", async () => {
    const file = make("old");
    const link = place("link");
    symlinkSync(file, link);
    await edit(link, "old", "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(readFileSync(link, "utf8")).toBe("new");
  });

  it("writes a new file in the place of the old one, and leaves nothing else", async () => {
    const file = make("old");
    const before = `${file}.before`;
    linkSync(file, before);
    await edit(file, "old", "new");
    // Whoever had the old file open still reads the old text to its end.
    expect(readFileSync(before, "utf8")).toBe("old");
    expect(readdirSync(place("files")).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it.each([
    ["a text that is not there", (file: string) => edit(file, "nowhere", "x"), /nowhere in .*NOT_FOUND/],
    ["an empty text", (file: string) => edit(file, "", "x"), /old_string is empty/],
    ["the same text", (file: string) => edit(file, "text", "text"), /the same/],
    ["a file that is not there", (file: string) => edit(`${file}.no`, "a", "b"), /No such file/],
    ["a folder", () => edit(place("files"), "a", "b"), /no regular file/],
    ["half a character", (file: string) => edit(file, "\ud800", "b"), /half of a character/],
    ["a path that is none", (file: string) => edit(`${file}\0`, "text", "b"), /no path/],
  ])("refuses %s in plain words", async (_name, act, message) => {
    const file = make("text");
    expect(await act(file)).toMatchObject({
      success: false,
      code: "NON_ZERO_EXIT",
      error: expect.stringMatching(message),
      exitCode: 1,
    });
    expect(readFileSync(file, "utf8")).toBe("text");
  });
});

let count = 0;

function make(content: string | Uint8Array, mode = 0o644): string {
  mkdirSync(place("files"), { recursive: true });
  const file = place(`files/${count++}.txt`);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

function edit(file_path: string, old_string: string, new_string: string, replace_all?: boolean): Promise<ToolOutcome> {
  const all = replace_all === undefined ? {} : { replace_all };
  return registry.call("file_edit", { file_path, old_string, new_string, ...all });
}

function resultOf(outcome: ToolOutcome): JsonObject {
  return outcome.success ? (outcome.result as JsonObject) : { error: outcome.error };
}
