import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What a program may do; nothing is held back unless asked for. */
export interface Confinement {
  /** `bwrap`: all files read-only, an empty /tmp and /run, no network, no sight of other processes. */
  readonly sandbox?: "bwrap" | undefined;
  readonly limits?: Limits | undefined;
}

/** What the system lets one process have: https://man7.org/linux/man-pages/man2/getrlimit.2.html */
export interface Limits {
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
}

/** A program that confinement needs is not there. The tool is not run without it. */
export class ConfinementError extends Error {}

/** The command that runs another one confined, or why that cannot be done. */
export function confine(command: Command, confinement: Confinement, cwd: string): Command | ConfinementError {
  try {
    return wrapped(command, confinement, cwd);
  } catch (error) {
    if (error instanceof ConfinementError) return error;
    throw error;
  }
}

function wrapped(command: Command, { sandbox, limits }: Confinement, cwd: string): Command {
  const inside = sandbox === undefined ? command : within("bwrap", bwrapFlags(command.path, cwd), command);
  const flags = Object.entries(limits ?? {}).map(([name, value]) => `--${FLAGS[name as keyof Limits]}=${value}`);
  return flags.length === 0 ? inside : within("prlimit", flags, inside);
}

const FLAGS = { cpuSeconds: "cpu", addressBytes: "as", openFiles: "nofile", processes: "nproc" };

function bwrapFlags(path: string, cwd: string): string[] {
  const world = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
  // A socket on a read-only disk still takes connections: those of the system's services are in /run.
  const hidden = ["--tmpfs", "/tmp", "--tmpfs", "/run"];
  const shown = [path, cwd].filter(isHidden).flatMap((each) => ["--ro-bind", each, each]);
  return [...world, ...hidden, ...shown, "--chdir", cwd, "--unshare-all", "--die-with-parent"];
}

function isHidden(path: string): boolean {
  return path.startsWith("/tmp/") || path.startsWith("/run/");
}

function within(name: string, flags: readonly string[], { path, args }: Command): Command {
  return { path: find(name), args: [...flags, "--", path, ...args] };
}

function find(name: string): string {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = places.find((place) => place.startsWith("/") && isExecutable(place));
  if (found === undefined) throw new ConfinementError(`${name} is not installed, and the tool is not run without it`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
