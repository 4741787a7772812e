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

/** The tools of the given folders and servers, updated as they change. */
export interface LiveTools {
  readonly source: ToolSource;
  close(): Promise<void>;
}

/** Finds the tools, reports the refusals, and follows changes of both. */
export async function liveTools(args: Arguments): Promise<LiveTools> {
  const servers = await serversIn(args, CLIENT_WAIT);
  const lockFile = lockFileOf(args);
  const ignored = ignoredLock(args);
  if (ignored !== undefined) logWarning(ignored);
  const read = async () => registryOf(await executablesIn(args), servers, { args, lock: await lockIn(lockFile) });
  const registry = await read().catch(async (error: unknown) => {
    // The processes of the servers would keep this one running.
    await servers?.close();
    throw error;
  });
  reportRefusals(registry.refusals);
  const isWhole = (servers?.pending ?? []).length === 0;
  if (isWhole) reportMissing(registry, args);
  const source = new ToolSource(registry);
  let reported = registry.refusals;
  const refresh = serialized(async () => {
    const next = await read();
    reportRefusals(newRefusals(next.refusals, reported));
    reported = next.refusals;
    source.replace(next);
  });
  const stop = watchFolders([...directoriesIn(args), dirname(lockFile), trustStore().directory], refresh);
  servers?.onChange(refresh);
  const reportRest = async () => {
    const whole = await read();
    reportRefusals(newRefusals(whole.refusals, reported));
    reported = whole.refusals;
    reportMissing(whole, args);
  };
  if (!isWhole) servers?.settled.then(reportRest).catch((error: Error) => logError(error.message));
  return {
    source,
    close: async () => {
      stop();
      await servers?.close();
    },
  };
}

/** How long clients wait for slow servers, in milliseconds. Later ones are announced as changes. */
const CLIENT_WAIT = 5_000;

function newRefusals(refusals: readonly Refusal[], reported: readonly Refusal[]): Refusal[] {
  return refusals.filter(
    ({ where, reason }) => !reported.some((each) => each.where === where && each.reason === reason),
  );
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
  for (const name of missing) logWarning(`--only: there is no tool named ${name}`);
}

function reportRefusals(refusals: readonly Refusal[]): void {
  // Refusals of level "info" are shown by `tools list` only.
  for (const { level, where, reason } of refusals) {
    if (level === "warning") logWarning(`${where}: ${reason}`);
    if (level === "error") logError(`${where}: ${reason}`);
  }
}

// A change during a refresh causes one more refresh after it.
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
