import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { changeLinks, deadLinks, markdownFiles, REPOSITORY } from "../scripts/markdown.mjs";
import { afterTest } from "./support/cleanup.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A registry or its pages: mirrors differ from machine to machine, and a project's own address does not. */
const REGISTRY = /https?:\/\/[\w.-]*\b(?:npm\w*|pypi|crates)\.(?:com|org|io)\b/;

describe("the markdown files of the repository", () => {
  // Copies of docs/, which the test of the packages reads in the tarballs.
  const files = markdownFiles(root).filter((file) => !/^packages\/\w+\/docs\//.test(file));

  it("are found", () =>
    expect(files).toEqual(expect.arrayContaining(["README.md", "docs/config.md", "packages/cli/README.md"])));

  it("link to no package registry", () => {
    const linking = files.filter((file) => REGISTRY.test(readFileSync(join(root, file), "utf8")));
    expect(linking).toEqual([]);
  });

  it("have no dead link", () => expect(deadLinks(root, { files, repository: root })).toEqual([]));
});

describe("the check of links", () => {
  it.each([
    ["a file that is missing", "[x](b.md)", ["a.md:1: b.md"]],
    ["a heading that is missing", "# One\n\n[x](#two)", ["a.md:3: #two"]],
    ["a heading of another file that is missing", "[x](other/c.md#two)", ["a.md:1: other/c.md#two"]],
    ["a file outside of the folder", "[x](../a.md)", ["a.md:1: ../a.md"]],
    ["a file that the repository lacks", `[x](${REPOSITORY}/blob/main/b.md)`, [`a.md:1: ${REPOSITORY}/blob/main/b.md`]],
    ["one of two links in a line", "[x](a.md) and [`y`](b.md)", ["a.md:1: b.md"]],
    ["nothing, if all is there", "# One `two`: 3\n[x](other/c.md#head) [y](#one-two-3) [z](https://example.com)", []],
    ["nothing in code", "`[x](b.md)`\n\n```\n[x](b.md)\n```\n", []],
  ])("finds %s", (_, text, expected) => {
    const folder = folderWith({ "a.md": text, "other/c.md": "# Head\n" });
    expect(deadLinks(folder, { repository: folder })).toEqual(expected);
  });

  it("changes the target of a link and nothing else", () => {
    const text = "See [a `b`](x.md), [x.md](x.md) and `[c](x.md)`.";
    expect(changeLinks(text, (target) => `../${target}`)).toBe(
      "See [a `b`](../x.md), [x.md](../x.md) and `[c](x.md)`.",
    );
  });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-links-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "other"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
