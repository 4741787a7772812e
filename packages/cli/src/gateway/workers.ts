import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Config, ServedByWorkers, ServeWorkersOptions } from "@toolglot/gateway";
import { serveWorkers } from "@toolglot/gateway/serve";
import { UsageError } from "../failure.ts";
import { onSignals } from "../signals.ts";
import { workerLog } from "./log.ts";
import { checkLoop, explainFailure } from "./start.ts";
import { tuneV8 } from "./tune-v8.ts";

/** Whether the log is lines of JSON, or for people. */
interface LogFormat {
  readonly isJson: boolean;
}

/** Set in the processes that `serve --workers` starts. */
const WORKER = "TOOLGLOT_WORKER";

/** More would take memory and bring nothing. */
const MAX_WORKERS = 256;

/** How many processes serve: as the option says, or else the config. */
export function workerCount(word: string | undefined, { server }: Config): number {
  const wanted = word ?? server.workers;
  if (wanted === "auto") return availableParallelism();
  const count = Number(wanted);
  if (/^\d+$/.test(String(wanted)) && count >= 1 && count <= MAX_WORKERS) return count;
  throw new UsageError(`--workers needs a number from 1 to ${MAX_WORKERS} or auto, not ${JSON.stringify(word)}`);
}

/** Whether this process is one that `serve --workers` has started. */
export function isWorker(): boolean {
  return cluster.isWorker && process.env[WORKER] !== undefined;
}

/** Serves as one of several processes. */
export async function runAsWorker({ isJson }: LogFormat): Promise<void> {
  delete process.env[WORKER];
  // A terminal sends its signals to all processes; the first one tells the others what to do.
  onSignals(["SIGINT", "SIGTERM", "SIGHUP"], () => {});
  const { runWorker } = await import("@toolglot/gateway/serve");
  await runWorker({ ...workerLog(isJson), onLoaded: tuneV8 });
}

/** Starts a gateway of several processes; explains what to do if that fails. */
export async function startWorkers({
  isJson,
  ...options
}: Omit<ServeWorkersOptions, "program" | "env"> & LogFormat): Promise<ServedByWorkers> {
  checkLoop(options);
  try {
    return await serveWorkers({
      ...options,
      program: { file: MAIN, args: ["serve", ...(isJson ? ["--json"] : [])] },
      env: { [WORKER]: "1" },
    });
  } catch (error) {
    throw explainFailure(error, options);
  }
}

/** This program. */
const MAIN = fileURLToPath(new URL("../main.js", import.meta.url));
