import type {
  InspectorSettings,
  ReasoningSettings,
  Retries,
  ServerSettings,
  StoreSettings,
  Timeouts,
  UsageSettings,
} from "./config.ts";

const SECOND = 1000;
const MIB = 1024 * 1024;

/** Models may reason for minutes before their first output, and some responses take hours. */
export const defaultTimeouts: Timeouts = {
  connect: 10 * SECOND,
  firstByte: 600 * SECOND,
  idle: 120 * SECOND,
  total: 0,
};

export const defaultRetries: Retries = { attempts: 2, delay: 500, maxDelay: 20 * SECOND };

export const defaultServer: ServerSettings = {
  host: "127.0.0.1",
  port: 4141,
  workers: 1,
  hosts: [],
  origins: [],
  maxBody: 32 * MIB,
  maxTools: 1024,
  maxInFlight: 1024,
  maxLag: 200,
  writeTimeout: 120 * SECOND,
  keepAlive: 15 * SECOND,
  commitAfter: 0,
  maxWebSockets: 1024,
  webSocketIdle: 1800 * SECOND,
  // As long as OpenAI's are: https://platform.openai.com/docs/guides/websocket-mode
  webSocketMaxAge: 3600 * SECOND,
  preStop: 0,
  drain: 600 * SECOND,
};

/** A day, so that a conversation can be continued the next morning. */
export const defaultReasoning: ReasoningSettings = {
  maxAge: 24 * 3600 * SECOND,
  maxEntries: 20_000,
  maxBytes: 64 * MIB,
};

export const defaultUsage: UsageSettings = { days: 90 };

export const defaultInspector: InspectorSettings = { maxBytes: 64 * MIB, bodies: true, maxPerSecond: 10 };

export const defaultStore: StoreSettings = {
  maxEntries: 10_000,
  maxBytes: 256 * MIB,
  timeout: SECOND,
  reasoning: defaultReasoning,
};
