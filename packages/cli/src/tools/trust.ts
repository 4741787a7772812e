import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readTree, type Tree, TreeError } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { InterruptedError } from "../ask/interruption.ts";
import { askLine, hasTerminal } from "../ask/question.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure, UsageError } from "../failure.ts";
import { writeJson } from "../output/json.ts";
import { logNote, plural } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { listTrusted } from "./trust-list.ts";
import { previewOf, previewText, type TrustPreview } from "./trust-preview.ts";
import { trustStore } from "./trust-store.ts";

/**
 * Runs `toolglot tools trust`: shows the content of a project's tool folder, and trusts it after confirmation. Runs
 * none of its programs.
 */
export async function trust(args: Arguments, signal: AbortSignal): Promise<ExitCode> {
  if (args.has("list")) return listTrusted(args);
  const folder = await folderIn(args.positionals[1]);
  if (args.has("revoke")) return revoke(folder, args);
  const tree = await treeOf(folder);
  const preview = await previewOf(folder, tree, trustStore());
  if (args.has("json")) return trustAsJson(preview, args);
  await screen("stdout").write(previewText(preview, screen("stdout")));
  if (preview.state === "trusted") {
    logNote(`${folder} is already trusted`);
    return EXIT.ok;
  }
  if (!args.has("yes") && !(await isConfirmed(preview, signal))) return EXIT.failed;
  await write(preview);
  logNote(`${folder} is trusted until a file in it changes; undo this with: toolglot tools trust --revoke`);
  return EXIT.ok;
}

/** Rejects options of `tools trust` for other subcommands, and combinations that exclude each other. */
export function checkTrustOptions(args: Arguments): void {
  const given = ["yes", "list", "revoke"].filter((option) => args.has(option));
  const [first, second] = given;
  if (first !== undefined && args.positionals[0] !== "trust")
    throw new UsageError(`--${first} is for tools trust only`);
  if (second !== undefined) throw new UsageError(`--${first} and --${second} exclude each other`);
  if (first === "list" && args.positionals[1] !== undefined) throw new UsageError("--list takes no folder");
}

async function trustAsJson(preview: TrustPreview, args: Arguments): Promise<ExitCode> {
  if (args.has("yes")) await write(preview);
  const isTrusted = args.has("yes") || preview.state === "trusted";
  const { folder, state, files } = preview;
  await writeJson(screen("stdout"), { folder, state, trusted: isTrusted, files }, { isCompact: false });
  return isTrusted ? EXIT.ok : EXIT.failed;
}

// Trusts exactly what was shown: the files are not read again after the user has seen them.
async function write({ folder, tree }: TrustPreview): Promise<void> {
  const trustedAt = new Date().toISOString();
  await trustStore()
    .write({ folder, trustedAt, files: tree })
    .catch((error: Error) => {
      throw new CommandFailure(`cannot save the trust record of ${folder}: ${error.message}`, { code: "trust" });
    });
}

async function isConfirmed({ programs, others }: TrustPreview, signal: AbortSignal): Promise<boolean> {
  if (!hasTerminal())
    throw new CommandFailure("not trusted: there is no terminal to confirm on; use --yes to trust what is listed", {
      code: "trust",
    });
  const beside = others === 0 ? "" : ` and ${plural(others, "other file")}`;
  const { style } = screen("stderr");
  const question = style.yellow(`Trust ${plural(programs, "program")}${beside} to run as you?`);
  const word = await askLine(`${question} [y]es, [n]o: `, signal);
  if (signal.aborted) throw new InterruptedError("interrupted");
  if (/^y(es)?$/i.test(word ?? "")) return true;
  logNote("not trusted");
  return false;
}

async function revoke(folder: string, args: Arguments): Promise<ExitCode> {
  const revoked = await trustStore().remove(folder);
  if (args.has("json")) await writeJson(screen("stdout"), { folder, revoked }, { isCompact: false });
  else logNote(revoked ? `${folder} is no longer trusted` : `${folder} was not trusted`);
  return EXIT.ok;
}

/** The real path of the tool folder; a project's folder may be given as well. */
async function folderIn(named: string | undefined): Promise<string> {
  const given = resolve(named ?? ".");
  const isFolderOfTools = basename(given) === "tools" && basename(dirname(given)) === ".toolglot";
  const folder = isFolderOfTools ? given : join(given, ".toolglot", "tools");
  const real = await realpath(folder).catch(() => undefined);
  // A folder that no longer exists can still be revoked.
  if (real === undefined) return folder;
  if (!(await stat(real)).isDirectory()) throw new CommandFailure(`${folder} is not a folder`, { code: "trust" });
  return real;
}

async function treeOf(folder: string): Promise<Tree> {
  try {
    return await readTree(folder);
  } catch (error) {
    if (error instanceof TreeError) throw new CommandFailure(`${folder} cannot be trusted: ${error.message}`, CODE);
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new CommandFailure(`there is no folder ${folder}`, CODE);
    throw new CommandFailure(`${folder} cannot be read: ${(error as Error).message}`, CODE);
  }
}

const CODE = { code: "trust" };
