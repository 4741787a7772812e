import type { HttpServices } from "../http/services.ts";
import { usageEntry } from "../http/usage.ts";
import { isRequestRecord, type LogRecord } from "../observe/log.ts";
import type { Stores } from "../store/open.ts";
import type { RequestHandler } from "../transport.ts";
import type { Channel } from "./channel.ts";
import { CollectedExchanges, type ExchangeCollector } from "./collected-exchanges.ts";
import type { PrimaryMethods, WorkerMethods } from "./methods.ts";
import { RelayedRequests } from "./relayed-requests.ts";
import { WorkerLimits } from "./remote-limits.ts";
import { storeMethods } from "./remote-store.ts";
import type { WorkerService } from "./worker-process.ts";

export interface WorkerServiceOptions {
  /** The primary's gateway, which counts, stores and shows what all workers do, and serves no clients of its own. */
  readonly gateway: HttpServices & RequestHandler;
  readonly stores: Stores;
  readonly inspector: ExchangeCollector;
  readonly number: number;
  readonly channel: () => Channel<WorkerMethods>;
}

/** What the primary does for a worker. */
export function workerService({ gateway, stores, inspector, number, channel }: WorkerServiceOptions): WorkerService {
  const limits = new WorkerLimits(gateway.limits);
  const exchanges = new CollectedExchanges(inspector, gateway, channel);
  const relayed = new RelayedRequests(gateway, channel);
  const methods: Omit<PrimaryMethods, "started" | "failed"> = {
    setup: () => ({ number, config: gateway.config }),
    ...storeMethods({ response: stores.store, reasoning: stores.reasoning }),
    ...limits.methods,
    ...relayed.methods,
    ...exchanges.methods,
    nextScript: () => gateway.simulator.takeScript(),
    logged: (records) => {
      for (const record of records) count(gateway, { ...record, worker: number });
    },
    measured: (events) => {
      for (const event of events) gateway.metrics.count(event);
    },
  };
  return {
    methods,
    close: () => {
      relayed.close();
      exchanges.close();
      limits.close().catch((error) => gateway.reportBug(error));
    },
  };
}

function count(gateway: HttpServices, record: LogRecord): void {
  gateway.writeRecord(record);
  if (!isRequestRecord(record)) return;
  gateway.metrics.observe(record);
  const used = usageEntry(record, gateway.now());
  if (used !== undefined) gateway.usage.add(used);
}
