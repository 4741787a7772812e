export type { Clock, Timer } from "./clock.ts";
export type { ClientKey, Config, FoundBy, Provider, Route, ServerSettings, Target } from "./config/config.ts";
export { environmentConfig } from "./config/environment.ts";
export { ConfigError, type ConfigProblem } from "./config/error.ts";
export { type FollowedConfig, followConfig } from "./config/follow.ts";
export { type ForeignCredentials, foreignCredentials } from "./config/foreign-credentials.ts";
export { type ForeignKey, foreignKeys } from "./config/foreign-keys.ts";
export { type KeyEntry, keysIn } from "./config/key-file.ts";
export { listOtherPlatforms, listPresets, type PresetInfo } from "./config/list-presets.ts";
export { type LoadOptions, loadConfig } from "./config/load.ts";
export { isLoopback } from "./config/loopback.ts";
export { missingProvider, noDestination } from "./config/missing-provider.ts";
export { needsKey } from "./config/needs-key.ts";
export { redactedConfig } from "./config/print.ts";
export { type ReadOptions, readConfig } from "./config/read.ts";
export { sha256 } from "./config/sha256.ts";
export { isSimulated, isSimulatedOnly } from "./config/simulated.ts";
export { targetIn } from "./config/targets.ts";
export { usualModel } from "./config/usual-model.ts";
export { type Watch, watchConfig } from "./config/watch.ts";
export { type Destination, destinationsFor } from "./exchange/destinations.ts";
export { type Probe, probeProvider } from "./exchange/probe-provider.ts";
export { Gateway, type GatewayOptions } from "./gateway.ts";
export { listModels } from "./http/models.ts";
export type {
  AttemptDetail,
  BodyInfo,
  BridgeInfo,
  ClientCard,
  ExchangeDetail,
  ExchangeList,
  ExchangeSummary,
  ExportedExchange,
  LossCounts,
  MissingExchanges,
  ModelList,
  ProviderHealth,
  RecordedError,
  RecordedRequest,
  RecordedResponse,
  ReplayRequest,
  StartInfo,
} from "./inspector/protocol.ts";
export { ServeError } from "./node-gateway.ts";
export type {
  AttemptRecord,
  Log,
  LogRecord,
  LossRecord,
  NoticeRecord,
  RequestRecord,
  TokenCounts,
} from "./observe/log.ts";
export type { LocalSystem } from "./providers/credentials/credentials.ts";
export { SIMULATED } from "./providers/simulated.ts";
export { type RunWorkerOptions, runWorker } from "./run-worker.ts";
export { type Served, type ServeOptions, serve } from "./serve.ts";
export { type ServedByWorkers, type ServeWorkersOptions, serveWorkers } from "./serve-workers.ts";
export { FAULTS, type Fault } from "./sim/faults/index.ts";
export { type SimServer, type SimServerOptions, type SimServerRequest, startSimulator } from "./sim/server.ts";
export { Simulator } from "./sim/simulator.ts";
export { FileStore, type FileStoreOptions } from "./store/file.ts";
export type { KeyStore } from "./store/key-store.ts";
export { MemoryStore } from "./store/memory.ts";
export { openKeyStore } from "./store/open-keys.ts";
export type { ResponseStore, StoredResponse } from "./store/store.ts";
export { readStoredUsage, type StoredUsage } from "./store/usage/read-stored-usage.ts";
export type { HeaderMap, Incoming, Reply, Send, UpstreamCall, UpstreamRequest, UpstreamSink } from "./transport.ts";
export { nodeSystem } from "./transports/node/local-system.ts";
export { nodeSend } from "./transports/node/send.ts";
export { type ListenOptions, listen, type NodeServer } from "./transports/node/server.ts";
export {
  readUsageQuery,
  type UsageDimension,
  type UsageQuery,
  UsageQueryError,
  type UsageQueryTexts,
} from "./usage/usage-query.ts";
export type { UsageGroup, UsageReport, UsageTotals } from "./usage/usage-report.ts";
export { WorkerStartError } from "./workers/worker-process.ts";
