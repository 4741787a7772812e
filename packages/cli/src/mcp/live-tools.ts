import { dirname } from "node:path";
import {
  applyLock,
  type ConnectedServers,
  type Discovered,
  type Lock,
  type Refusal,
  Registry,
  ToolSource,
  watchFolders,
} from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { logError, logWarning } from "../output/messages.ts";
import { ignoredLock, lockFileOf, lockIn } from "../tools/lock-file.ts";
import { directoriesIn, executablesIn, namesIn, serversIn } from "../tools/open.ts";
import { trustStore } from "../tools/trust-store.ts";

/** The tools of the folders and servers that the arguments name, followed as they change. */
export interface LiveTools {
  readonly source: ToolSource;
  close(): Promise<void>;
}

/** Finds the tools, tells what is wrong with the others, and follows both. */
export async function liveTools(args: Arguments): Promise<LiveTools> {
  const servers = await serversIn(args, CLIENT_WAIT);
  const lockFile = lockFileOf(args);
  const ignored = ignoredLock(args);
  if (ignored !== undefined) logWarning(ignored);
  const read = async () => registryOf(await executablesIn(args), servers, { args, lock: await lockIn(lockFile) });
  const registry = await read().catch(async (error: unknown) => {
    // Their processes would keep this one from ending.
    await servers?.close();
    throw error;
  });
  reportRefusals(registry.refusals);
  const isWhole = (servers?.pending ?? []).length === 0;
  if (isWhole) reportMissing(registry, args);
  const source = new ToolSource(registry);
  let told = registry.refusals;
  const refresh = serialized(async () => {
    const next = await read();
    reportRefusals(newRefusals(next.refusals, told));
    told = next.refusals;
    source.replace(next);
  });
  const stop = watchFolders([...directoriesIn(args), dirname(lockFile), trustStore().directory], refresh);
  servers?.onChange(refresh);
  const tellRest = async () => {
    const whole = await read();
    reportRefusals(newRefusals(whole.refusals, told));
    told = whole.refusals;
    reportMissing(whole, args);
  };
  if (!isWhole) servers?.settled.then(tellRest).catch((error: Error) => logError(error.message));
  return {
    source,
    close: async () => {
      stop();
      await servers?.close();
    },
  };
}

/** For how long clients wait for servers, in milliseconds; of those that come later they are told. */
const CLIENT_WAIT = 5_000;

function newRefusals(refusals: readonly Refusal[], told: readonly Refusal[]): Refusal[] {
  return refusals.filter(({ where, reason }) => !told.some((each) => each.where === where && each.reason === reason));
}

function registryOf(
  { tools, refusals }: Discovered,
  servers: ConnectedServers | undefined,
  { args, lock }: { readonly args: Arguments; readonly lock: Lock | undefined },
): Registry {
  servers?.reserve(tools.map(({ name }) => name));
  const held = applyLock([...tools, ...(servers?.tools ?? [])], lock);
  const registry = new Registry(held.tools, [...refusals, ...(servers?.refusals ?? []), ...held.refusals]);
  const names = namesIn(args);
  return names === undefined ? registry : registry.only(names).registry;
}

function reportMissing(registry: Registry, args: Arguments): void {
  const missing = namesIn(args)?.filter((name) => registry.find(name) === undefined) ?? [];
  for (const name of missing) logWarning(`--only names ${name}, which no tool is called`);
}

function reportRefusals(refusals: readonly Refusal[]): void {
  // What is merely good to know is told by `tools list`.
  for (const { level, where, reason } of refusals) {
    if (level === "warning") logWarning(`${where}: ${reason}`);
    if (level === "error") logError(`${where}: ${reason}`);
  }
}

// A change that comes while the last one is looked at is looked at after it.
function serialized(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work().catch((error: Error) => logError(`the tools could not be read again: ${error.message}`));
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
