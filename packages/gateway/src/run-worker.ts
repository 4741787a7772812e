import type { Config } from "./config/config.ts";
import { gatewayReport } from "./http/gateway-report.ts";
import { Inspector } from "./inspector/inspector.ts";
import { RecordedExchanges } from "./inspector/recorded-exchanges.ts";
import { createNodeGateway } from "./node-gateway.ts";
import type { LogRecord } from "./observe/log.ts";
import type { Stores } from "./store/open.ts";
import { listen, type NodeServer } from "./transports/node/server.ts";
import { Channel, type Port } from "./workers/channel.ts";
import type { PrimaryMethods, WorkerMethods } from "./workers/methods.ts";
import { type FormatRecord, Observations } from "./workers/observations.ts";
import { Relay } from "./workers/relay.ts";
import { RemoteLimits } from "./workers/remote-limits.ts";
import { RemoteStore } from "./workers/remote-store.ts";
import { WorkerHandler } from "./workers/worker-handler.ts";
import { recorderMethods } from "./workers/worker-recorder.ts";

/** How a worker serves. */
export interface RunWorkerOptions {
  /** Formats the lines of the log, which `logLines` of `serveWorkers` gets; without it, `log` gets the records of requests. */
  readonly format?: FormatRecord;
}

/**
 * Serves as a worker of `serveWorkers`, until that says to stop or is gone.
 *
 * @example
 * if (process.env.ROLE === "worker") await runWorker();
 */
export async function runWorker({ format }: RunWorkerOptions = {}): Promise<void> {
  const stopping = new StopRequests();
  const methods: { -readonly [Name in keyof WorkerMethods]?: WorkerMethods[Name] } = {
    stop: () => stopping.add(),
    reasoningStored: () => reasoning.noteStored(),
  };
  const onBug = (error: unknown) => observations.log(bugRecord(error));
  const channel = new Channel<PrimaryMethods>(portOfProcess(), methods as WorkerMethods, onBug);
  const reasoning = new RemoteStore(channel, "reasoning");
  process.once("disconnect", () => stopping.addBoth());
  const observations = new Observations((observed) => channel.notify("observed", [observed]));
  const { config, number, writesLines, hasReasoning } = await channel.call("setup");
  if (hasReasoning) reasoning.noteStored();
  observations.configure(number, writesLines ? format : undefined);
  // What the primary is asked about the gateway includes what this worker has done so far.
  const relay = new Relay(channel, { beforeRelay: () => observations.flush() });
  const { gateway, close } = await createNodeGateway({
    config,
    worker: number,
    log: (record) => observations.log(record),
    metrics: observations.metrics,
    usageLog: observations.usage,
    nextScript: () => channel.call("nextScript").catch(() => undefined),
    inspector: (services) => {
      const inspector = new Inspector({ services });
      Object.assign(methods, recorderMethods(new RecordedExchanges(inspector)));
      return inspector;
    },
    stores: config.state === undefined ? remoteStores(channel, reasoning) : undefined,
  });
  Object.assign(methods, {
    ...relay.methods,
    configure: (next: Config) => gateway.configure(next),
    report: () => {
      observations.flush();
      return gatewayReport(gateway);
    },
  });
  channel.notify("recording", []);
  try {
    const server = await listen(new WorkerHandler(gateway, relay), config.server);
    await channel.call("started", server.url);
    await stopping.untilClosed(server);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    await channel.call("failed", { code, message });
  }
  await close();
  observations.flush();
  await channel.flush();
  if (process.connected) process.disconnect();
}

function bugRecord(error: unknown): LogRecord {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { event: "bug", level: "error", message };
}

function remoteStores(channel: Channel<PrimaryMethods>, reasoning: RemoteStore): Stores {
  return {
    store: new RemoteStore(channel, "response"),
    reasoning,
    limits: new RemoteLimits(channel),
  };
}

/** How often the primary has said to stop, also before the server listens. */
class StopRequests {
  private count = 0;
  private onAdded: () => void = () => {};

  add(): void {
    this.count++;
    this.onAdded();
  }

  /** At once: there is nobody left who could tell again. */
  addBoth(): void {
    this.add();
    this.add();
  }

  untilClosed(server: NodeServer): Promise<void> {
    return new Promise((resolve, reject) => {
      let closed = 0;
      this.onAdded = () => {
        for (; closed < this.count; closed++) server.close().then(resolve, reject);
      };
      this.onAdded();
    });
  }
}

function portOfProcess(): Port {
  return {
    send: (message, onSent) => process.send?.(message, undefined, undefined, onSent),
    onMessage: (listener) => process.on("message", listener),
    onClosed: (listener) => process.once("disconnect", listener),
  };
}
