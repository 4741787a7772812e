import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareTrees, readTree, TreeError } from "../../src/index.ts";
import { freshFolder, script } from "../discover/folder.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = freshFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe("the content of a folder", () => {
  it("is every file in it, hidden ones and those of its folders too", async () => {
    const folder = folderWith({ one: "1", ".hidden": "2", "lib/deep/helper.py": "3" });
    expect([...(await readTree(folder)).keys()]).toEqual([".hidden", "lib/deep/helper.py", "one"]);
  });

  it.each<[string, (folder: string) => void, object]>([
    ["a byte of a file", (at) => writeFileSync(join(at, "one"), "2"), { changed: ["one"] }],
    ["the right to run a file", (at) => chmodSync(join(at, "one"), 0o755), { changed: ["one"] }],
    ["a helper in a folder", (at) => writeFileSync(join(at, "lib/two"), "!"), { changed: ["lib/two"] }],
    ["a new file", (at) => writeFileSync(join(at, "json.py"), ""), { added: ["json.py"] }],
    ["a file that went", (at) => rmSync(join(at, "one")), { removed: ["one"] }],
    ["a file that became a link to its twin", swapForLink, { changed: ["one"], added: ["twin"] }],
    ["a file that became another case", (at) => recase(at), { added: ["ONE"], removed: ["one"] }],
    ["a hard link in the place of a file", hardLink, { changed: ["one"], added: ["twin"] }],
  ])("is different with %s", async (_, change, expected) => {
    const folder = folderWith({ one: "1", "lib/two": "2" });
    const before = await readTree(folder);
    change(folder);
    const changes = compareTrees(before, await readTree(folder));
    expect(changes).toEqual({ added: [], changed: [], removed: [], ...expected });
  });

  it("holds what stands at the end of a link to a folder outside", async () => {
    const folder = freshFolder();
    const outside = script(freshFolder(), "program", "#!/bin/sh\n");
    symlinkSync(outside, join(folder, "one"));
    const before = await readTree(folder);
    writeFileSync(outside, "#!/bin/sh\nevil\n");
    expect(compareTrees(before, await readTree(folder)).changed).toEqual(["one"]);
  });

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      "a link to a folder elsewhere",
      (at) => symlinkSync(freshFolder(), join(at, "lib")),
      /lib: a link to a folder outside/,
    ],
    ["a named pipe", (at) => execFileSync("mkfifo", [join(at, "pipe")]), /pipe: neither a file nor a folder/],
    ["a circle of links", (at) => symlinkSync("loop", join(at, "loop")), /loop: a circular link/],
    ["too many files", (at) => many(at), /more than 2000 files/],
    ["too many folders", (at) => mkdirSync(join(at, "a/".repeat(20)), { recursive: true }), /folders deep/],
  ])("is not pinned down with %s", async (_, change, reason) => {
    const folder = freshFolder();
    change(folder);
    const error = await readTree(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TreeError);
    expect(String(error)).toMatch(reason);
  });

  it("is not that of a folder which a link took the place of", async () => {
    const folder = freshFolder("inner");
    rmSync(folder, { recursive: true });
    symlinkSync(freshFolder(), folder);
    await expect(readTree(folder)).rejects.toThrow("has become a link");
  });
});

function swapForLink(folder: string): void {
  writeFileSync(join(folder, "twin"), "1");
  rmSync(join(folder, "one"));
  symlinkSync("twin", join(folder, "one"));
}

function recase(folder: string): void {
  rmSync(join(folder, "one"));
  writeFileSync(join(folder, "ONE"), "1");
}

function hardLink(folder: string): void {
  writeFileSync(join(folder, "twin"), "other");
  rmSync(join(folder, "one"));
  linkSync(join(folder, "twin"), join(folder, "one"));
}

function many(folder: string): void {
  for (let index = 0; index <= 2000; index++) writeFileSync(join(folder, String(index)), "");
}
