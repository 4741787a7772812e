import type { BodyReader } from "@toolglot/core";
import type { Exchange } from "../exchange/exchange.ts";
import type { ExchangeServices } from "../exchange/services.ts";
import type { InFlight } from "../limits/in-flight.ts";
import type { LimitState } from "../limits/limit-state.ts";
import type { StoreTimeout } from "../limits/store-timeout.ts";
import type { LogRecord, NoticeRecord } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Redactor } from "../observe/redact.ts";
import type { ResponsesServices } from "../responses-state/services.ts";
import type { Script } from "../sim/scripts.ts";
import type { Simulator } from "../sim/simulator.ts";
import type { KeyCopy } from "../store/key-copy.ts";
import type { UsageLog } from "../usage/usage-log.ts";
import type { Admission } from "./admission.ts";
import type { GatewayReport } from "./gateway-report.ts";
import type { InspectorService, TelemetryService } from "./request-observer.ts";
import type { OpenWebSockets } from "./websocket/open-websockets.ts";

/** What the handling of a request needs from the gateway around it. */
export interface HttpServices extends ExchangeServices, ResponsesServices {
  readonly admission: Admission;
  readonly exchanges: InFlight<Exchange>;
  readonly webSockets: OpenWebSockets;
  readonly bodyReader: BodyReader;
  /** Loads what only requests of dialects and the inspector need: most of the code. `undefined` if that is done. */
  load(): Promise<void> | undefined;
  readonly redactor: Redactor;
  readonly metrics: Metrics;
  readonly limits: LimitState;
  /** The keys that gateways share, besides those of the config. */
  readonly sharedKeys: KeyCopy | undefined;
  readonly usage: UsageLog;
  readonly simulator: Simulator;
  /** Takes the next scripted response of the simulated provider, for another process. */
  takeScript(): Script | undefined;
  readonly isDraining: boolean;
  /** The number of this process, if there are several. */
  readonly worker: number | undefined;
  /** Whether other processes continue what this one has stored. */
  readonly sharesState: boolean;
  /** How long a request waits for what it shares, in all; nothing is waited for otherwise. */
  readonly newStoreTimeout: () => StoreTimeout | undefined;
  readonly inspector: InspectorService | undefined;
  readonly telemetry: TelemetryService | undefined;
  /** Problems that do not keep the gateway from serving, by the part that has them. */
  readonly troubles: ReadonlyMap<string, string>;
  /** How the processes are that this one speaks for; absent if it is the only one. */
  readonly otherReports: (() => Promise<readonly GatewayReport[]>) | undefined;
  /** Sets or clears a problem that `/readyz` shows and that does not keep the gateway from serving. */
  report(part: string, trouble: string | undefined): void;
  log(level: NoticeRecord["level"], event: string, message: string): void;
  writeRecord(record: LogRecord): void;
}
