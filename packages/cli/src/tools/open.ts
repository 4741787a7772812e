import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  applyLock,
  type ConnectedServers,
  connectServers,
  DefinitionCache,
  defaultDirectories,
  type Lock,
  type Refusal,
  Registry,
  type RunnableTool,
  readServers,
  ServersConfigError,
  stateFolder,
} from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { CommandFailure, MultipleFailures, UsageError, unknownValue } from "../failure.ts";
import { logNote, logWarning, plural } from "../output/messages.ts";
import { confinementIn } from "./confinement.ts";
import { readDefinitions } from "./definitions.ts";
import { ignoredLock, lockFileOf, lockIn } from "./lock-file.ts";

/** The tools of the given folders and servers, until they are closed. */
export interface Toolset {
  /** The usable tools, and why others are not. */
  readonly registry: Registry;
  /** All tools that were found, approved or not. */
  readonly found: readonly RunnableTool[];
  /** The lock, if there is one. */
  readonly lock: Lock | undefined;
  /** The tools of slow servers; `undefined` if all have connected. */
  readonly pending?: PendingTools | undefined;
  close(): Promise<void>;
}

/** Tools of servers that are still connecting. */
export interface PendingTools {
  /** The complete set, once each server has connected or failed. */
  readonly complete: Promise<Toolset>;
  /** Calls the listener whenever one more server has connected. */
  onMore(listener: (toolset: Toolset) => void): void;
}

export interface OpenToolsOptions {
  readonly signal?: AbortSignal;
  /** Whether to return without waiting for slow servers. */
  readonly isEarly?: boolean;
}

/** Opens the executables of the folders and the tools of the MCP servers, as far as they are approved. */
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
      `waiting for ${plural(pending.length, "MCP server")}: ${pending.join(", ")}; --mcp-timeout MS limits the wait`,
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

/** How long to wait for servers before printing a note, in milliseconds. */
const SILENT_WAIT = 1_500;

// If one of the two fails, the processes of the other are stopped.
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

/** The folders that are searched for tools. */
export function directoriesIn(args: Arguments): string[] {
  return defaultDirectories({ home: homedir(), cwd: process.cwd(), extra: args.all("dir") });
}

/** The executables of these folders. */
export async function executablesIn(args: Arguments, signal?: AbortSignal): ReturnType<typeof readDefinitions> {
  const timeout = millisecondsIn(args, "schema-timeout");
  const { tools, refusals } = await readDefinitions({
    directories: directoriesIn(args),
    follow: args.has("follow"),
    ...confinementIn(args),
    cache: new DefinitionCache(stateFolder({ home: homedir() }), { refresh: args.has("refresh") }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(signal === undefined ? {} : { signal }),
  });
  const named = new Set(args.all("dir").map((folder) => resolve(folder)));
  return { tools, refusals: refusals.flatMap((refusal) => withoutMissingDefaults(refusal, named)) };
}

// Most of the default folders do not exist, which is not worth reporting; a folder that the user names should.
function withoutMissingDefaults(refusal: Refusal, named: ReadonlySet<string>): Refusal[] {
  if (refusal.level !== "info" || !refusal.reason.startsWith("no such")) return [refusal];
  return named.has(refusal.where) ? [{ ...refusal, level: "error" }] : [];
}

/** Connects to the servers of `--mcp`. Those that are still connecting after the wait may follow later. */
export async function serversIn(args: Arguments, wait: number): Promise<ConnectedServers | undefined> {
  const file = args.get("mcp");
  if (file === undefined) return undefined;
  const timeout = millisecondsIn(args, "mcp-timeout");
  const limits = timeout === undefined ? {} : { connectTimeout: timeout, listTimeout: timeout };
  try {
    return await connectServers(await readServers(file), { wait, ...limits });
  } catch (error) {
    if (!(error instanceof ServersConfigError)) throw error;
    throw new MultipleFailures(error.problems.map((problem) => new CommandFailure(problem, { file, code: "config" })));
  }
}

/** The names of `--only`; `undefined` without it. */
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

/** The value of an option in milliseconds. */
export function millisecondsIn(args: Arguments, option: string): number | undefined {
  const word = args.get(option);
  if (word === undefined || /^[1-9]\d{0,8}$/.test(word)) return word === undefined ? undefined : Number(word);
  throw new UsageError(`--${option} needs a number of milliseconds, not ${JSON.stringify(word)}`);
}
