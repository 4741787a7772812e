import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  applyLock,
  type ConnectedServers,
  connectServers,
  defaultDirectories,
  discover,
  type Lock,
  type Refusal,
  Registry,
  type RunnableTool,
  readServers,
  ServersConfigError,
} from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { Failure, MultipleFailures, UsageError, unknownValue } from "../failure.ts";
import { logNote, logWarning, plural } from "../output/messages.ts";
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
  /** What slow servers still bring; nothing where it is all here already. */
  readonly pending?: PendingTools | undefined;
  close(): Promise<void>;
}

/** Tools that come later. */
export interface PendingTools {
  /** All of it, once each server is there or has failed. */
  readonly complete: Promise<Toolset>;
  /** Tells of each server that came in between. */
  onMore(listener: (toolset: Toolset) => void): void;
}

export interface OpenToolsOptions {
  readonly signal?: AbortSignal;
  /** Does not wait for slow servers: their tools come with the `rest`. */
  readonly isEarly?: boolean;
}

/** The executables of the folders and the tools of the MCP servers that the user names, as far as they are approved. */
export async function openTools(args: Arguments, { signal, isEarly = false }: OpenToolsOptions = {}): Promise<Toolset> {
  const ignored = ignoredLock(args);
  if (ignored !== undefined) logWarning(ignored);
  const lock = await lockIn(lockFileOf(args));
  const [executables, servers] = await closeOnFailure(executablesIn(args, signal), serversIn(args, SILENT_WAIT));
  const close = async () => servers?.close();
  const toolset = (): Toolset => {
    servers?.reserve(executables.tools.map(({ name }) => name));
    const found = selectTools([...executables.tools, ...(servers?.tools ?? [])], namesIn(args));
    const held = applyLock(found, lock);
    const refusals = [...executables.refusals, ...(servers?.refusals ?? []), ...held.refusals];
    return { registry: new Registry(held.tools, refusals), found, lock, close };
  };
  try {
    if (servers === undefined || servers.pending.length === 0) return toolset();
    const { pending, settled } = servers;
    logNote(
      `waiting for ${plural(pending.length, "MCP server")}: ${pending.join(", ")}; --mcp-timeout MS waits shorter`,
    );
    const complete = settled.then(toolset);
    if (!isEarly) return await complete;
    return {
      ...toolset(),
      pending: { complete, onMore: (listener) => servers.onChange(() => listener(toolset())) },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** For how long servers are waited for without a word, in milliseconds. */
const SILENT_WAIT = 1_500;

// Where one of the two fails, the processes of the other are not left behind.
async function closeOnFailure<Discovered>(
  executables: Promise<Discovered>,
  servers: Promise<ConnectedServers | undefined>,
): Promise<[Discovered, ConnectedServers | undefined]> {
  try {
    return await Promise.all([executables, servers]);
  } catch (error) {
    await servers.then((each) => each?.close()).catch(() => {});
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
  return { tools, refusals: refusals.flatMap((refusal) => withoutMissingDefaults(refusal, named)) };
}

// Of the usual folders most are not there, which is nothing to talk about; one that the user names should be.
function withoutMissingDefaults(refusal: Refusal, named: ReadonlySet<string>): Refusal[] {
  if (refusal.level !== "info" || !refusal.reason.startsWith("no such")) return [refusal];
  return named.has(refusal.where) ? [{ ...refusal, level: "error" }] : [];
}

/** The servers that the user names; those that are not there after the wait may still come. */
export async function serversIn(args: Arguments, wait: number): Promise<ConnectedServers | undefined> {
  const file = args.get("mcp");
  if (file === undefined) return undefined;
  const timeout = millisecondsIn(args, "mcp-timeout");
  const limits = timeout === undefined ? {} : { connectTimeout: timeout, listTimeout: timeout };
  try {
    return await connectServers(await readServers(file), { wait, ...limits });
  } catch (error) {
    if (!(error instanceof ServersConfigError)) throw error;
    throw new MultipleFailures(error.problems.map((problem) => new Failure(problem, { file, code: "config" })));
  }
}

/** The names that `--only` gives; nothing where it is not given. */
export function namesIn(args: Arguments): readonly string[] | undefined {
  if (!args.has("only")) return undefined;
  const names = args.all("only").flatMap((words) => words.split(","));
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

function selectTools(tools: readonly RunnableTool[], only: readonly string[] | undefined): readonly RunnableTool[] {
  const names = tools.map(({ name }) => name);
  const missing = only?.find((name) => !names.includes(name));
  if (missing !== undefined) throw unknownValue("tool", missing, names);
  return only === undefined ? tools : tools.filter(({ name }) => only.includes(name));
}

/** The milliseconds that an option gives. */
export function millisecondsIn(args: Arguments, option: string): number | undefined {
  const word = args.get(option);
  if (word === undefined || /^[1-9]\d{0,8}$/.test(word)) return word === undefined ? undefined : Number(word);
  throw new UsageError(`--${option} needs a number of milliseconds, not ${JSON.stringify(word)}`);
}
