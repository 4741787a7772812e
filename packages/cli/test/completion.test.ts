import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dialectNames } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { commands } from "../src/commands/index.ts";
import { TOOLS_SUBCOMMANDS } from "../src/commands/tools-subcommands.ts";
import { profileNames } from "../src/profiles.ts";
import { inProcess } from "./in-process.ts";
import { toolglot } from "./run.ts";

const names = commands.map(({ name }) => name);
const folder = mkdtempSync(join(tmpdir(), "toolglot-completion-"));
for (const name of ["request one.json", "request.json"]) writeFileSync(join(folder, name), "");
mkdirSync(join(folder, "requests"));

/** A command line that ends where the cursor is, and what may follow. */
const ROWS: readonly (readonly [string[], readonly string[]])[] = [
  [[""], [...names, "help"]],
  [["conv"], ["convert"]],
  [["help", "conv"], ["convert"]],
  [["--v"], ["--version"]],
  [["convert", "--fro"], ["--from"]],
  [["convert", "--from", ""], dialectNames()],
  [
    ["convert", "-q", "--to", "gem"],
    ["gemini", "gemini-interactions"],
  ],
  [["convert", "--profile", ""], profileNames],
  [
    ["check", "--profile", "stri"],
    ["strict", "strict-literal"],
  ],
  [
    ["convert", "--what", "re"],
    ["results", "request", "response"],
  ],
  [["convert", "--on-invalid", "s"], ["skip"]],
  [
    ["convert", "req"],
    ["request one.json", "request.json", "requests"],
  ],
  [
    ["convert", "--from", "mcp", "--report", "req"],
    ["request one.json", "request.json", "requests"],
  ],
  [
    ["dialects", "-o", "req"],
    ["request one.json", "request.json", "requests"],
  ],
  [["tools", ""], Object.keys(TOOLS_SUBCOMMANDS)],
  [
    ["providers", ""],
    ["list", "search", "test"],
  ],
  [
    ["providers", "test", "moon"],
    ["moonshotai", "moonshotai-cn"],
  ],
  [["tools", "check", "req"], ["requests"]],
  [["tools", "list", "--dir", "req"], ["requests"]],
  [
    ["tools", "new", "x", "--lang", ""],
    ["sh", "python", "node"],
  ],
  [
    ["run", "c"],
    ["claude", "codex"],
  ],
  [["completion", "b"], ["bash"]],
];

async function script(shell: string): Promise<string> {
  const file = join(folder, `.completion.${shell}`);
  const { code } = await inProcess(["completion", shell, "-o", file]);
  expect(code).toBe(0);
  return file;
}

const sorted = (words: readonly string[]) => [...new Set(words.filter((word) => word !== ""))].sort();

describe("toolglot completion", () => {
  it("refuses other shells", async () => {
    expect(await toolglot("completion zish")).toMatchObject({ code: 2, stderr: expect.stringContaining("mean zsh?") });
    expect(await toolglot("completion")).toMatchObject({ code: 2, stderr: expect.stringContaining("bash, zsh, fish") });
  });

  it.each(["bash", "zsh", "fish"])("prints every option of every command for %s", async (shell) => {
    const { stdout } = await toolglot(`completion ${shell}`);
    for (const { name, options } of commands)
      for (const option of ["help", ...Object.keys(options)]) {
        expect(stdout).toContain(name);
        expect(stdout).toContain(shell === "fish" ? `-l ${option}` : `--${option}`);
      }
  });
});

const hasBash = spawnSync("bash", ["-c", "((BASH_VERSINFO[0] >= 4))"]).status === 0;

describe.skipIf(!hasBash)("in bash", () => {
  it.each(ROWS)("completes toolglot %j", async (words, expected) => {
    const lines = [
      `source ${await script("bash")}`,
      'COMP_WORDS=(toolglot "$@"); COMP_CWORD=$#',
      `_toolglot; printf "%s\\n" "\${COMPREPLY[@]}"`,
    ];
    const reply = execFileSync("bash", ["--norc", "-c", lines.join("\n"), "bash", ...words], { cwd: folder });
    expect(sorted(reply.toString().split("\n"))).toEqual(sorted(expected));
  });

  it("is registered for the command", async () => {
    const lines = `source ${await script("bash")}; complete -p toolglot`;
    expect(execFileSync("bash", ["--norc", "-c", lines]).toString()).toBe("complete -F _toolglot toolglot\n");
  });
});

const hasFish = spawnSync("fish", ["--version"]).status === 0;

describe.skipIf(!hasFish)("in fish", () => {
  it.each(ROWS)("completes toolglot %j", async (words, expected) => {
    const line = ["toolglot", ...words].join(" ");
    const lines = `source ${await script("fish")}; complete -C '${line}'`;
    const reply = execFileSync("fish", ["--no-config", "-c", lines], { cwd: folder }).toString();
    const found = reply
      .split("\n")
      .map((each) => each.split("\t", 1)[0]?.replace(/\/$/, "").replaceAll("\\ ", " ") ?? "");
    expect(sorted(found)).toEqual(sorted(expected));
  });
});

const hasZsh = spawnSync("zsh", ["-f", "-c", "zmodload zsh/zpty"]).status === 0;

// zsh completes in a terminal only: the second shell has one, and prints what it would insert or list.
const ZSH = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -Uz compinit; compinit -u -d "$PWD/.zcompdump"; PS1=; source "$PWD/.completion.zsh"; LISTMAX=0; stty -echo; print READY'
zpty -r -m z got '*READY*READY*'
zpty -n -w z "$1"$'\\t\\t'; sleep 0.5; zpty -n -w z $'\\x15'; zpty -w z 'print DONE'
zpty -r -m z out '*DONE*'
print -r -- "$out"
zpty -d z
`;

describe.skipIf(!hasZsh)("in zsh", () => {
  it.each(ROWS)("completes toolglot %j", async (words, expected) => {
    await script("zsh");
    const reply = execFileSync("zsh", ["-f", "-c", ZSH, "zsh", ["toolglot", ...words].join(" ")], { cwd: folder });
    for (const word of expected) expect(reply.toString().replaceAll("\\ ", " ")).toContain(word);
  });
});
