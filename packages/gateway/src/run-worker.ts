import { gatewayReport } from "./http/gateway-report.ts";
import { Inspector } from "./inspector/inspector.ts";
import { RecordedExchanges } from "./inspector/recorded-exchanges.ts";
import { createNodeGateway, loadSoon, type NodeGateway, type NodeGatewayOptions } from "./node-gateway.ts";
import { listen } from "./transports/node/server.ts";
import type { WorkerSetup } from "./workers/methods.ts";
import type { FormatRecord, LineOutput } from "./workers/observations.ts";
import { PrimaryConnection } from "./workers/primary-connection.ts";
import { Relay } from "./workers/relay.ts";
import { WorkerHandler } from "./workers/worker-handler.ts";
import { recorderMethods } from "./workers/worker-recorder.ts";

/** How a worker serves. */
export interface RunWorkerOptions {
  /** Formats the lines of the log; without it, `log` of `serveWorkers` gets the records of requests. */
  readonly format?: FormatRecord;
  /**
   * Writes these lines, where several processes can write to the same place without breaking each other's lines; without it, `logLines` of
   * `serveWorkers` gets them.
   */
  readonly logLines?: (text: string) => void;
  /** Called when all code is loaded, which is soon after the worker serves. */
  readonly onLoaded?: () => void;
}

/**
 * Serves as a worker of `serveWorkers`, until that says to stop or is gone.
 *
 * @example
 * if (process.env.ROLE === "worker") await runWorker();
 */
export async function runWorker(options: RunWorkerOptions = {}): Promise<void> {
  const primary = new PrimaryConnection();
  const setup = await primary.channel.call("setup");
  primary.observations.configure(setup.number, lineOutput(options, setup));
  const node = await createNodeGateway(gatewayOptions(primary, setup));
  try {
    await serveUntilStopped(primary, node, options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    await primary.channel.call("failed", { code, message });
  }
  await node.close();
  await primary.close();
}

function lineOutput({ format, logLines }: RunWorkerOptions, { writesLines }: WorkerSetup): LineOutput | undefined {
  if (format === undefined || (logLines === undefined && !writesLines)) return undefined;
  return { format, write: logLines };
}

function gatewayOptions(primary: PrimaryConnection, { config, number, hasReasoning }: WorkerSetup): NodeGatewayOptions {
  const { channel, observations } = primary;
  return {
    config,
    worker: number,
    log: (record) => observations.log(record),
    metrics: observations.metrics,
    usageLog: observations.usage,
    nextScript: () => channel.call("nextScript").catch(() => undefined),
    inspector: (services) => {
      const inspector = new Inspector({ services });
      primary.offer(recorderMethods(new RecordedExchanges(inspector)));
      return inspector;
    },
    stores: config.state === undefined ? primary.stores(hasReasoning) : undefined,
  };
}

async function serveUntilStopped(
  primary: PrimaryConnection,
  { gateway }: NodeGateway,
  { onLoaded }: RunWorkerOptions,
): Promise<void> {
  const { channel, observations, stopping } = primary;
  // What the primary is asked about the gateway includes what this worker has done so far.
  const relay = new Relay(channel, { beforeRelay: () => observations.flush() });
  primary.offer({
    ...relay.methods,
    configure: (config) => gateway.configure(config),
    report: () => {
      observations.flush();
      return gatewayReport(gateway);
    },
  });
  channel.notify("recording", []);
  const server = await listen(new WorkerHandler(gateway, relay), gateway.config.server);
  await channel.call("started", server.url);
  loadSoon(gateway, onLoaded);
  await stopping.untilClosed(server);
}
