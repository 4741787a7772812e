import type { HttpServices } from "../http/services.ts";
import type { RemoteExchanges } from "../inspector/remote-exchanges.ts";
import type { Stores } from "../store/open.ts";
import type { RequestHandler } from "../transport.ts";
import type { Channel } from "./channel.ts";
import type { Observed, PrimaryMethods, WorkerMethods } from "./methods.ts";
import { RelayedRequests } from "./relayed-requests.ts";
import { WorkerLimits } from "./remote-limits.ts";
import { storeMethods } from "./remote-store.ts";
import type { WorkerService } from "./worker-process.ts";
import { workerRecorder } from "./worker-recorder.ts";

/** A log that takes lines as well as records. */
interface LineLog {
  /** Whether it has a place for lines. */
  readonly writesLines: boolean;
  writeLines(text: string): void;
}

export interface WorkerServiceOptions {
  /** The primary's gateway, which counts, stores and shows what all workers do, and serves no clients of its own. */
  readonly gateway: HttpServices & RequestHandler & LineLog;
  readonly stores: Stores;
  /** Where what workers have recorded is shown. */
  readonly recorded: RemoteExchanges;
  readonly number: number;
  readonly channel: () => Channel<WorkerMethods>;
  /** Reasoning is stored. */
  readonly onReasoning: () => void;
}

/** What the primary does for a worker. */
export function workerService(options: WorkerServiceOptions): WorkerService {
  const { gateway, stores, recorded, number, channel, onReasoning } = options;
  const limits = new WorkerLimits(gateway.limits);
  const relayed = new RelayedRequests(gateway, channel);
  let forget = () => {};
  const methods: Omit<PrimaryMethods, "started" | "failed"> = {
    setup: () => ({
      number,
      config: gateway.config,
      writesLines: gateway.writesLines,
      hasReasoning: stores.reasoning.isEmpty !== true,
    }),
    ...storeMethods({ response: stores.store, reasoning: stores.reasoning }, onReasoning),
    ...limits.methods,
    ...relayed.methods,
    recording: () => {
      forget = recorded.add(number, workerRecorder(channel()));
    },
    nextScript: () => gateway.takeScript(),
    observed: (observed) => count(gateway, observed),
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

function count(gateway: WorkerServiceOptions["gateway"], { lines, records, metrics, usage }: Observed): void {
  if (lines !== "") gateway.writeLines(lines);
  for (const record of records) gateway.writeRecord(record);
  if (metrics !== undefined) gateway.metrics.add(metrics);
  for (const counted of usage) gateway.usage.addCounted(counted);
}
