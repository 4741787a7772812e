import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  type ConnectedServers,
  connectServers,
  defaultDirectories,
  discover,
  holdToLock,
  type Lock,
  type Refusal,
  Registry,
  type RunnableTool,
  readServers,
  ServersConfigError,
} from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { Failure, SeveralFailures, UsageError, unknownWord } from "../failure.ts";
import { warn } from "../output/words.ts";
import { confinementIn } from "./confinement.ts";
import { ignoredLock, lockFileOf, lockIn } from "./lock-file.ts";

/** The tools that the arguments name, until they are closed. */
export interface Toolset {
  /** Those that may be used, and why others may not. */
  readonly registry: Registry;
  /** All that were found, approved or not. */
  readonly found: readonly RunnableTool[];
  /** What was approved, where anything was. */
  readonly lock: Lock | undefined;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
}

/** The executables of the folders and the tools of the MCP servers that the user names, as far as they are approved. */
export async function openTools(args: Arguments, { signal }: OpenOptions = {}): Promise<Toolset> {
  const ignored = ignoredLock(args);
  if (ignored !== undefined) warn(ignored);
  const lock = await lockIn(lockFileOf(args));
  const executables = await executablesIn(args, signal);
  const servers = await serversIn(args, executables.tools);
  const close = async () => servers?.close();
  try {
    const found = chosen([...executables.tools, ...(servers?.tools ?? [])], namesIn(args));
    const held = holdToLock(found, lock);
    const refusals = [...executables.refusals, ...(servers?.refusals ?? []), ...held.refusals];
    return { registry: new Registry(held.tools, refusals), found, lock, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The folders that tools are looked for in. */
export function directoriesIn(args: Arguments): string[] {
  return defaultDirectories({ home: homedir(), cwd: process.cwd(), extra: args.all("dir") });
}

/** The executables of these folders. */
export async function executablesIn(args: Arguments, signal?: AbortSignal): ReturnType<typeof discover> {
  const timeout = millisecondsIn(args, "schema-timeout");
  const { tools, refusals } = await discover({
    directories: directoriesIn(args),
    follow: args.has("follow"),
    ...confinementIn(args),
    ...(timeout === undefined ? {} : { timeout }),
    ...(signal === undefined ? {} : { signal }),
  });
  const named = new Set(args.all("dir").map((folder) => resolve(folder)));
  return { tools, refusals: refusals.flatMap((refusal) => withoutUsual(refusal, named)) };
}

// Of the usual folders most are not there, which is nothing to talk about; one that the user names should be.
function withoutUsual(refusal: Refusal, named: ReadonlySet<string>): Refusal[] {
  if (refusal.level !== "info" || !refusal.reason.startsWith("there is no such")) return [refusal];
  return named.has(refusal.where) ? [{ ...refusal, level: "error" }] : [];
}

/** The servers that the user names, whose tools give way to others of the same name. */
export async function serversIn(
  args: Arguments,
  others: readonly RunnableTool[] = [],
): Promise<ConnectedServers | undefined> {
  const file = args.get("mcp");
  if (file === undefined) return undefined;
  try {
    return await connectServers(await readServers(file), { taken: others.map(({ name }) => name) });
  } catch (error) {
    if (!(error instanceof ServersConfigError)) throw error;
    throw new SeveralFailures(error.problems.map((problem) => new Failure(problem, { file, code: "config" })));
  }
}

/** The names that `--only` gives; nothing where it is not given. */
export function namesIn(args: Arguments): readonly string[] | undefined {
  if (!args.has("only")) return undefined;
  const names = args.all("only").flatMap((words) => words.split(","));
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

function chosen(tools: readonly RunnableTool[], only: readonly string[] | undefined): readonly RunnableTool[] {
  const names = tools.map(({ name }) => name);
  const missing = only?.find((name) => !names.includes(name));
  if (missing !== undefined) throw unknownWord("tool", missing, names);
  return only === undefined ? tools : tools.filter(({ name }) => only.includes(name));
}

/** The milliseconds that an option gives. */
export function millisecondsIn(args: Arguments, option: string): number | undefined {
  const word = args.get(option);
  if (word === undefined || /^[1-9]\d{0,8}$/.test(word)) return word === undefined ? undefined : Number(word);
  throw new UsageError(`--${option} needs a number of milliseconds, not ${JSON.stringify(word)}`);
}
