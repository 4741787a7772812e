import { isatty } from "node:tty";
import type { FollowedConfig, Served, ServedByWorkers } from "@toolglot/gateway";
import { followConfig } from "@toolglot/gateway/serve";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { logNote, plural } from "../output/messages.ts";
import { onSignals } from "../signals.ts";
import { Announcement } from "./announcement.ts";
import { type LoadedConfig, loadGatewayConfig } from "./load.ts";
import { jsonLog, lineLog } from "./log.ts";
import { startGateway } from "./start.ts";
import { isWorker, runAsWorker, startWorkers, workerCount } from "./workers.ts";

/** Runs `toolglot serve` until it is stopped. */
export async function run(args: Arguments): Promise<ExitCode> {
  if (isWorker()) {
    await runAsWorker({ isJson: args.has("json") });
    return EXIT.ok;
  }
  const [host, port] = [args.get("host"), readPort(args)];
  const loaded = await loadGatewayConfig(args.get("config"));
  const { log, logLines } = args.has("json") ? jsonLog() : lineLog();
  const workers = workerCount(args.get("workers"), loaded.config);
  const announcement = new Announcement(loaded);
  const options = {
    config: loaded.config,
    log,
    insecure: args.has("insecure"),
    clientCards: (url: string) => announcement.clientCards(url),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  };
  const served = await (workers === 1
    ? startGateway(options)
    : startWorkers({ ...options, logLines, workers, isJson: args.has("json") }));
  // Before the greeting, because whoever reads it may send a signal at once.
  const stopped = untilStopped(served);
  const followed = follow(loaded, served);
  // In a terminal, it says that the terminal is gone.
  if (![0, 1, 2].some((descriptor) => isatty(descriptor))) onSignals(["SIGHUP"], () => followed?.reload());
  const started = { ...served, workers };
  await (args.has("json") ? announcement.log(log, started) : announcement.print(started, stopped));
  await stopped;
  followed?.close();
  return EXIT.ok;
}

function readPort(args: Arguments): number | undefined {
  const word = args.get("port");
  if (word === undefined) return undefined;
  const port = Number(word);
  if (/^\d+$/.test(word) && port <= 65_535) return port;
  throw new UsageError(`--port needs a number from 0 to 65535, not ${JSON.stringify(word)}`);
}

function follow(
  { file, trusted = false }: LoadedConfig,
  { gateway }: Served | ServedByWorkers,
): FollowedConfig | undefined {
  return file === undefined ? undefined : followConfig(file, gateway, { env: process.env, trusted });
}

function untilStopped(served: Served | ServedByWorkers): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      if (!served.gateway.isDraining) void noteRequests(served);
      resolve(served.close());
    };
    onSignals(["SIGINT", "SIGTERM"], stop);
  });
}

async function noteRequests(served: Served | ServedByWorkers): Promise<void> {
  const requests = "requestsInFlight" in served ? await served.requestsInFlight() : served.gateway.admission.requests;
  if (requests > 0)
    logNote(`waiting for ${plural(requests, "request")} to finish; send a second signal to stop at once`);
}
