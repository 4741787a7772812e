import { realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ProcessResult } from "./process-types.ts";
import { isExecutable } from "./sandbox/executable-file.ts";
import { homeFolder, mountFlags } from "./sandbox/mounts.ts";
import { seccompFilter } from "./sandbox/seccomp.ts";

/** How a program is confined. By default it is not. */
export interface Confinement {
  /**
   * `bwrap`: no capabilities, no network, no Unix sockets, no view of other processes. The system, the working
   * directory and the program's folder are readable; an empty home and /tmp are writable.
   */
  readonly sandbox?: "bwrap" | undefined;
  readonly limits?: ResourceLimits | undefined;
}

/** Resource limits of one process: https://man7.org/linux/man-pages/man2/getrlimit.2.html */
export interface ResourceLimits {
  readonly cpuSeconds?: number;
  /** The size of the address space, which is more than the memory used: Node.js reserves several gigabytes. */
  readonly addressBytes?: number;
  readonly openFiles?: number;
  /** Counts all processes of the user, not only the tool's. */
  readonly processes?: number;
}

/** A program and its arguments. */
export interface SandboxCommand {
  readonly path: string;
  readonly args: readonly string[];
  /** Written to its file descriptor 3. */
  readonly descriptor3?: Uint8Array;
}

/** A program that confinement needs is missing. The tool is not run without it. */
export class ConfinementError extends Error {}

/** Wraps a command in its confinement, or returns why that is impossible. */
export function confine(
  command: SandboxCommand,
  confinement: Confinement,
  cwd: string,
): SandboxCommand | ConfinementError {
  try {
    return wrapCommand(command, confinement, cwd);
  } catch (error) {
    if (error instanceof ConfinementError) return error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return new ConfinementError(`the tool was not run, because it cannot be confined: ${message}`);
  }
}

/** Why the sandbox failed before it ran the command; `undefined` if it did not. */
export function sandboxFailure(
  { exitCode, stderr, stdout }: ProcessResult,
  { sandbox }: Confinement,
): string | undefined {
  if (sandbox === undefined || exitCode !== 1 || stdout.head.length > 0 || !stderr.startsWith("bwrap: "))
    return undefined;
  return `the tool was not run, because the sandbox cannot be set up: ${stderr.trim().slice(0, 300)}`;
}

function wrapCommand(command: SandboxCommand, { sandbox, limits }: Confinement, cwd: string): SandboxCommand {
  const inside = sandbox === undefined ? command : sandboxCommand(command, cwd);
  const flags = Object.entries(limits ?? {}).map(
    ([name, value]) => `--${PRLIMIT_FLAGS[name as keyof ResourceLimits]}=${value}`,
  );
  return flags.length === 0 ? inside : runIn("prlimit", flags, inside);
}

const PRLIMIT_FLAGS = { cpuSeconds: "cpu", addressBytes: "as", openFiles: "nofile", processes: "nproc" };

function sandboxCommand(command: SandboxCommand, cwd: string): SandboxCommand {
  const descriptor3 = seccompFilter();
  if (descriptor3 === undefined)
    throw new ConfinementError(
      `the tool was not run, because there is no sandbox for this processor (${process.arch})`,
    );
  return { ...runIn("bwrap", bwrapFlags(command.path, cwd), command), descriptor3 };
}

function bwrapFlags(path: string, cwd: string): string[] {
  // Root could write to /proc/sys, which affects the whole machine.
  const root = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--remount-ro", "/proc"];
  const folder = realpathSync(cwd);
  const mounts = mountFlags({ program: realpathSync(path), cwd: folder });
  const home = homeFolder();
  const environment = ["--setenv", "TMPDIR", "/tmp", ...(home === undefined ? [] : ["--setenv", "HOME", home])];
  const isolation = ["--unshare-all", "--cap-drop", "ALL", "--new-session", "--die-with-parent", "--seccomp", "3"];
  return [...root, ...mounts, ...environment, "--chdir", folder, ...isolation];
}

function runIn(name: string, flags: readonly string[], { path, args, ...rest }: SandboxCommand): SandboxCommand {
  return { ...rest, path: findOnPath(name), args: [...flags, "--", path, ...args] };
}

function findOnPath(name: string): string {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = places.find((place) => place.startsWith("/") && isExecutable(place));
  if (found === undefined) throw new ConfinementError(`the tool was not run, because ${name} is not installed`);
  return found;
}
