// What a program needs to serve: without the simulated provider, which the index exports as well and which is loaded when it is asked.

export { environmentConfig } from "./config/environment.ts";
export { ConfigError } from "./config/error.ts";
export { followConfig } from "./config/follow.ts";
export { foreignCredentials } from "./config/foreign-credentials.ts";
export { foreignKeys } from "./config/foreign-keys.ts";
export { loadConfig } from "./config/load.ts";
export { isLoopback } from "./config/loopback.ts";
export { missingProvider } from "./config/missing-provider.ts";
export { needsKey } from "./config/needs-key.ts";
export { sha256 } from "./config/sha256.ts";
export { isSimulated, isSimulatedOnly } from "./config/simulated.ts";
export { targetIn } from "./config/targets.ts";
export { usualModel } from "./config/usual-model.ts";
export { destinationsFor } from "./exchange/destinations.ts";
export { probeProvider } from "./exchange/probe-provider.ts";
export { listModels } from "./http/models.ts";
export { ServeError } from "./node-gateway.ts";
export { runWorker } from "./run-worker.ts";
export { serve } from "./serve.ts";
export { serveWorkers } from "./serve-workers.ts";
export { nodeSystem } from "./transports/node/local-system.ts";
export { nodeSend } from "./transports/node/send.ts";
export { WorkerStartError } from "./workers/worker-process.ts";
