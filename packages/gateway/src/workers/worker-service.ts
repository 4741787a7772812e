import type { HttpServices } from "../http/services.ts";
import { usageEntry } from "../http/usage.ts";
import type { RemoteExchanges } from "../inspector/remote-exchanges.ts";
import { isRequestRecord, type LogRecord } from "../observe/log.ts";
import type { Stores } from "../store/open.ts";
import type { RequestHandler } from "../transport.ts";
import type { Channel } from "./channel.ts";
import type { PrimaryMethods, WorkerMethods } from "./methods.ts";
import { RelayedRequests } from "./relayed-requests.ts";
import { WorkerLimits } from "./remote-limits.ts";
import { storeMethods } from "./remote-store.ts";
import type { WorkerService } from "./worker-process.ts";
import { workerRecorder } from "./worker-recorder.ts";

export interface WorkerServiceOptions {
  /** The primary's gateway, which counts, stores and shows what all workers do, and serves no clients of its own. */
  readonly gateway: HttpServices & RequestHandler;
  readonly stores: Stores;
  /** Where what workers have recorded is shown. */
  readonly recorded: RemoteExchanges;
  readonly number: number;
  readonly channel: () => Channel<WorkerMethods>;
}

/** What the primary does for a worker. */
export function workerService({ gateway, stores, recorded, number, channel }: WorkerServiceOptions): WorkerService {
  const limits = new WorkerLimits(gateway.limits);
  const relayed = new RelayedRequests(gateway, channel);
  let forget = () => {};
  const methods: Omit<PrimaryMethods, "started" | "failed"> = {
    setup: () => ({ number, config: gateway.config }),
    ...storeMethods({ response: stores.store, reasoning: stores.reasoning }),
    ...limits.methods,
    ...relayed.methods,
    recording: () => {
      forget = recorded.add(number, workerRecorder(channel()));
    },
    nextScript: () => gateway.simulator.takeScript(),
    observed: (observations) => {
      for (const each of observations)
        if ("type" in each) gateway.metrics.count(each);
        else count(gateway, { ...each, worker: number });
    },
  };
  return {
    methods,
    close: () => {
      relayed.close();
      forget();
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
