import cluster from "node:cluster";
import type { Config } from "./config/config.ts";
import type { Configurable } from "./config/follow.ts";
import type { Gateway } from "./gateway.ts";
import { IN_FLIGHT, mergeReports } from "./http/gateway-report.ts";
import { Inspector } from "./inspector/inspector.ts";
import { loadInspectorPage } from "./inspector/load-page.ts";
import { checkAddress, createNodeGateway, loadSoon, type NodeGateway, ServeError } from "./node-gateway.ts";
import type { ServeOptions } from "./serve.ts";
import { freePort } from "./transports/node/free-port.ts";
import { WorkerPool } from "./workers/worker-pool.ts";
import { workerService } from "./workers/worker-service.ts";

/** How a gateway of several processes is started. */
export interface ServeWorkersOptions
  extends Pick<ServeOptions, "config" | "log" | "insecure" | "clientCards" | "host" | "port"> {
  /** Where the lines go that workers have formatted (`RunWorkerOptions.format`); without it, `log` gets their records. */
  readonly logLines?: (text: string) => void;
  /** How many processes serve. */
  readonly workers: number;
  /** A program that calls `runWorker`, and its arguments. */
  readonly program: { readonly file: string; readonly args: readonly string[] };
  /** Variables that the program has in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running gateway of several processes. */
export interface ServedByWorkers {
  readonly url: string;
  readonly port: number;
  /** What all workers have in common; what it is configured with, they all are. */
  readonly gateway: Configurable & Pick<Gateway, "inspector" | "isDraining">;
  /** How many requests are in flight. */
  requestsInFlight(): Promise<number>;
  /** Waits for the requests in flight; a second call ends them. */
  close(): Promise<void>;
}

/**
 * Starts a gateway of several processes, which share one port. This process gives them connections in turn, holds what they store and
 * count, and replaces those that die.
 *
 * @example
 * const config = await environmentConfig({});
 * const program = { file: "worker.mjs", args: [] }; // await runWorker()
 * const { url, close } = await serveWorkers({ config, port: 0, workers: 2, program });
 */
export async function serveWorkers(options: ServeWorkersOptions): Promise<ServedByWorkers> {
  const { config, log, logLines, insecure = false, clientCards } = options;
  const { host = config.server.host, port = config.server.port } = options;
  checkAddress(host, config, insecure);
  if (!cluster.isPrimary)
    throw new ServeError("this process is a worker of another program, which starts several of it; use one worker");
  const page = await loadInspectorPage();
  const start = async (taken: number) => {
    const node = await createNodeGateway({
      config: { ...config, server: { ...config.server, host, port: taken } },
      log,
      logLines,
      inspector: (services) => new Inspector({ services, page, clientCards }),
      otherReports: async () => (await started)?.pool.reports() ?? [],
    });
    const started = startPool(node, options);
    return { node, ...(await started) };
  };
  const { node, pool, url } = await (port === 0 ? onFreePort(host, start) : start(port));
  await node.open();
  loadSoon(node.gateway);
  return new Workers(node, pool, url);
}

/** All workers have to listen on the same port, also those that start later. */
async function onFreePort<T>(host: string, start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await start(await freePort(host));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || tries >= MAX_TRIES) throw error;
    }
}

const MAX_TRIES = 5;

async function startPool(
  { gateway, stores, close }: NodeGateway,
  { workers: size, program, env = {} }: ServeWorkersOptions,
): Promise<{ readonly pool: WorkerPool; readonly url: string }> {
  const { inspector } = gateway;
  if (!(inspector instanceof Inspector)) throw new TypeError("the primary shows the exchanges of its workers");
  const pool = new WorkerPool({
    size,
    program,
    env,
    serve: (number, channel) =>
      workerService({ gateway, stores, recorded: inspector.remote, number, channel, onReasoning: () => tellOnce() }),
    log: (level, message) => gateway.log(level, "worker", message),
    onBug: (error) => gateway.reportBug(error),
  });
  const tellOnce = once(() => {
    for (const { channel } of pool.workers) channel.notify("reasoningStored", []);
  });
  try {
    return { pool, url: await pool.start() };
  } catch (error) {
    await close();
    throw error;
  }
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

class Workers implements ServedByWorkers {
  readonly url: string;
  readonly port: number;
  readonly gateway: ServedByWorkers["gateway"];
  private readonly node: NodeGateway;
  private readonly pool: WorkerPool;
  private closing: Promise<void> | undefined;

  constructor(node: NodeGateway, pool: WorkerPool, url: string) {
    const { gateway } = node;
    this.node = node;
    this.pool = pool;
    this.url = url;
    this.port = Number(new URL(url).port);
    this.gateway = {
      get config() {
        return gateway.config;
      },
      get isDraining() {
        return gateway.isDraining;
      },
      inspector: gateway.inspector,
      configure: (config) => this.configure(config),
      report: (part, trouble) => gateway.report(part, trouble),
      log: (level, event, message) => gateway.log(level, event, message),
    };
  }

  async requestsInFlight(): Promise<number> {
    const { gauges } = mergeReports(await this.pool.reports());
    return gauges.find(({ name }) => name === IN_FLIGHT)?.value ?? 0;
  }

  close(): Promise<void> {
    const { gateway, close } = this.node;
    const { preStop, drain } = gateway.config.server;
    if (!gateway.isDraining) gateway.drain();
    const stopped = this.pool.stop(preStop + drain);
    this.closing ??= stopped.then(close);
    return this.closing;
  }

  private configure(config: Config): void {
    this.node.gateway.configure(config);
    for (const { channel } of this.pool.workers) channel.notify("configure", [config]);
  }
}
