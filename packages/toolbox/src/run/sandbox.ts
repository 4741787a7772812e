import { realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ProcessResult } from "./process.ts";
import { isExecutable } from "./sandbox/executable-file.ts";
import { homeFolder, mountFlags } from "./sandbox/mounts.ts";
import { seccompFilter } from "./sandbox/seccomp.ts";

/** What a program may do; nothing is held back unless asked for. */
export interface Confinement {
  /**
   * `bwrap`: no capability, no network, no Unix socket, no sight of other processes; the system, the working folder and
   * the program's own can be read, an empty home and /tmp can be written to.
   */
  readonly sandbox?: "bwrap" | undefined;
  readonly limits?: ResourceLimits | undefined;
}

/** What the system lets one process have: https://man7.org/linux/man-pages/man2/getrlimit.2.html */
export interface ResourceLimits {
  readonly cpuSeconds?: number;
  /** Of addresses, which is more than memory: Node.js wants some gigabytes of them. */
  readonly addressBytes?: number;
  readonly openFiles?: number;
  /** All processes of the user count, not only the tool's. */
  readonly processes?: number;
}

/** A program and its arguments. */
export interface Command {
  readonly path: string;
  readonly args: readonly string[];
  /** What it reads from its descriptor 3. */
  readonly descriptor3?: Uint8Array;
}

/** A program that confinement needs is not there. The tool is not run without it. */
export class ConfinementError extends Error {}

/** The command that runs another one confined, or why that cannot be done. */
export function confine(command: Command, confinement: Confinement, cwd: string): Command | ConfinementError {
  try {
    return wrapCommand(command, confinement, cwd);
  } catch (error) {
    if (error instanceof ConfinementError) return error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return new ConfinementError(`the tool cannot be confined, and is not run: ${message}`);
  }
}

/** Why a command that was confined has not been run at all; `undefined` where it was. */
export function sandboxFailure(
  { exitCode, stderr, stdout }: ProcessResult,
  { sandbox }: Confinement,
): string | undefined {
  if (sandbox === undefined || exitCode !== 1 || stdout.head.length > 0 || !stderr.startsWith("bwrap: "))
    return undefined;
  return `the sandbox cannot be set up here, and the tool is not run without it: ${stderr.trim().slice(0, 300)}`;
}

function wrapCommand(command: Command, { sandbox, limits }: Confinement, cwd: string): Command {
  const inside = sandbox === undefined ? command : sandboxCommand(command, cwd);
  const flags = Object.entries(limits ?? {}).map(
    ([name, value]) => `--${PRLIMIT_FLAGS[name as keyof ResourceLimits]}=${value}`,
  );
  return flags.length === 0 ? inside : runIn("prlimit", flags, inside);
}

const PRLIMIT_FLAGS = { cpuSeconds: "cpu", addressBytes: "as", openFiles: "nofile", processes: "nproc" };

function sandboxCommand(command: Command, cwd: string): Command {
  const descriptor3 = seccompFilter();
  if (descriptor3 === undefined)
    throw new ConfinementError(`there is no sandbox for this processor (${process.arch}), and the tool is not run`);
  return { ...runIn("bwrap", bwrapFlags(command.path, cwd), command), descriptor3 };
}

function bwrapFlags(path: string, cwd: string): string[] {
  // Root could write to /proc/sys, which is the whole machine's.
  const world = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--remount-ro", "/proc"];
  const folder = realpathSync(cwd);
  const mounts = mountFlags({ program: realpathSync(path), cwd: folder });
  const home = homeFolder();
  const environment = ["--setenv", "TMPDIR", "/tmp", ...(home === undefined ? [] : ["--setenv", "HOME", home])];
  const walls = ["--unshare-all", "--cap-drop", "ALL", "--new-session", "--die-with-parent", "--seccomp", "3"];
  return [...world, ...mounts, ...environment, "--chdir", folder, ...walls];
}

function runIn(name: string, flags: readonly string[], { path, args, ...rest }: Command): Command {
  return { ...rest, path: findOnPath(name), args: [...flags, "--", path, ...args] };
}

function findOnPath(name: string): string {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = places.find((place) => place.startsWith("/") && isExecutable(place));
  if (found === undefined) throw new ConfinementError(`${name} is not installed, and the tool is not run without it`);
  return found;
}
