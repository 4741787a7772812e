import { constants } from "node:fs";
import { chmod, mkdir, open } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { findDialect } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure, UsageError, unknownValue } from "../failure.ts";
import { writeJson } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import { shellQuote } from "../output/shell.ts";
import { writeFailureReason } from "../output/write-failure.ts";
import { programName } from "../program-name.ts";
import { TEMPLATES } from "./templates.ts";

/** Runs `toolglot tools new`: writes an executable tool, and prints a call of it. */
export async function newTool(args: Arguments): Promise<ExitCode> {
  const name = toolName(args.positionals[1]);
  const template = templateNamed(args.get("lang") ?? "sh");
  const named = args.get("dir");
  const folder = named === undefined ? join(homedir(), ".toolglot", "tools") : resolve(named);
  const file = join(folder, name.replaceAll("_", "-"));
  await writeTool(file, folder, template.source(name));
  const call = callOf(name, template.example, named);
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, { name, file, call }, { isCompact: false });
  else await stdout.write(`${file}\n\n${trustHint(folder)}Call it:\n  ${call}\n\nCheck it:\n  ${checkOf(folder)}\n`);
  return EXIT.ok;
}

// A file name is accepted as well, because that is what people have in mind.
function toolName(word: string | undefined): string {
  if (word === undefined) throw new UsageError("no name given: toolglot tools new NAME --lang sh|python|node");
  const name = word.replace(/-tool$/, "").replaceAll("-", "_");
  const { maxLength = 64 } = findDialect("executable")?.profile.toolNames ?? {};
  if (/^[a-z][a-z0-9_]*$/.test(name) && name.length <= maxLength) return name;
  throw new UsageError(
    `${JSON.stringify(word)} cannot be the name of a tool: use lower-case letters, digits and _, and at most ${maxLength} of them`,
  );
}

function templateNamed(word: string): (typeof TEMPLATES)[string] {
  const template = Object.hasOwn(TEMPLATES, word) ? TEMPLATES[word] : undefined;
  if (template === undefined) throw unknownValue("language", word, Object.keys(TEMPLATES));
  return template;
}

async function writeTool(file: string, folder: string, source: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o755);
    await handle.writeFile(source).finally(() => handle.close());
    // The umask may allow others to write, and such a file would not be run.
    await chmod(file, 0o755);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EEXIST" ? "it exists already, and is not overwritten" : writeFailureReason(error);
    throw new CommandFailure(`cannot write ${file}: ${reason}`, { file, code: code ?? "write" });
  }
}

function callOf(name: string, example: object, folder: string | undefined): string {
  const words = ["tools", "call", name, JSON.stringify(example), ...(folder === undefined ? [] : ["--dir", folder])];
  return `${programName()} ${words.map(shellQuote).join(" ")}`;
}

// Tools in a project's own folder are not run before `tools trust`, not even for the user who has just written them.
function trustHint(folder: string): string {
  const isProjectFolder = folder === resolve(".toolglot", "tools") && resolve(".") !== homedir();
  return isProjectFolder ? `Trust the folder, after each change:\n  ${programName()} tools trust\n\n` : "";
}

function checkOf(folder: string): string {
  return `${programName()} tools check ${shellQuote(folder)}`;
}
