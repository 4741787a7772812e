import type {
  InspectorSettings,
  ReasoningSettings,
  ServerSettings,
  StoreSettings,
  TelemetrySettings,
  TlsSettings,
  UsageSettings,
} from "./config.ts";
import { defaultInspector, defaultReasoning, defaultServer, defaultStore, defaultUsage } from "./defaults.ts";
import type { Field } from "./field.ts";
import { defined, optional, readHeaders } from "./fields.ts";

const SERVER = [...Object.keys(defaultServer), "tls"] as (keyof ServerSettings)[];

export function readServer(field: Field): ServerSettings {
  const fields = field.object(SERVER);
  if (fields === undefined) return defaultServer;
  const time = (each: Field) => optional(each, () => each.duration());
  return {
    ...defaultServer,
    ...defined({
      host: optional(fields.host, readHost),
      port: optional(fields.port, (port) => port.integer(0, 65_535)),
      workers: optional(fields.workers, (workers) => workers.wordOrInteger("auto", 1, 256)),
      hosts: optional(fields.hosts, (hosts) => hosts.list()?.flatMap((each) => readHost(each) ?? [])),
      origins: optional(fields.origins, (origins) => origins.list()?.flatMap((each) => readOrigin(each) ?? [])),
      maxBody: optional(fields.maxBody, (size) => size.size(1)),
      maxTools: optional(fields.maxTools, (number) => number.integer(1)),
      maxInFlight: optional(fields.maxInFlight, (number) => number.integer(1)),
      maxLag: time(fields.maxLag),
      writeTimeout: time(fields.writeTimeout),
      keepAlive: time(fields.keepAlive),
      commitAfter: time(fields.commitAfter),
      maxWebSockets: optional(fields.maxWebSockets, (number) => number.integer(0)),
      webSocketIdle: time(fields.webSocketIdle),
      webSocketMaxAge: time(fields.webSocketMaxAge),
      preStop: time(fields.preStop),
      drain: time(fields.drain),
      tls: optional(fields.tls, readTls),
    }),
  };
}

function readTls(field: Field): TlsSettings | undefined {
  const fields = field.object(["cert", "key"]);
  const path = (each: Field | undefined) =>
    each?.absent ? each.fail("is missing", "name a file in PEM, relative to the config's folder") : each?.filePath();
  const [cert, key] = [path(fields?.cert), path(fields?.key)];
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

export function readStore(field: Field): StoreSettings {
  const fields = field.object(["file", "maxEntries", "maxBytes", "timeout", "reasoning"]);
  if (fields === undefined) return defaultStore;
  const { file, maxEntries, maxBytes, timeout, reasoning } = fields;
  return {
    ...defaultStore,
    ...defined({
      file: optional(file, () => file.filePath()),
      maxEntries: optional(maxEntries, () => maxEntries.integer(1)),
      maxBytes: optional(maxBytes, () => maxBytes.size(1)),
      timeout: optional(timeout, () => timeout.duration()),
      reasoning: optional(reasoning, readReasoning),
    }),
  };
}

export function readUsage(field: Field): UsageSettings {
  const fields = field.object(["days"]);
  return {
    ...defaultUsage,
    ...defined({ days: fields && optional(fields.days, (days) => days.integer(1, MAX_DAYS)) }),
  };
}

/** Ten years. */
const MAX_DAYS = 3660;

export function readInspector(field: Field): InspectorSettings {
  const fields = field.object(["enabled", "maxBytes", "bodies", "maxPerSecond"]);
  if (fields === undefined) return defaultInspector;
  const { enabled, maxBytes, bodies, maxPerSecond } = fields;
  return {
    ...defaultInspector,
    ...defined({
      enabled: optional(enabled, () => enabled.boolean()),
      maxBytes: optional(maxBytes, () => maxBytes.size(1)),
      bodies: optional(bodies, () => bodies.boolean()),
      maxPerSecond: optional(maxPerSecond, () => maxPerSecond.integer(0)),
    }),
  };
}

export function readTelemetry(field: Field): TelemetrySettings | undefined {
  const fields = field.object(["otlp", "headers", "content"]);
  if (fields === undefined) return undefined;
  const otlp = readCollector(fields.otlp);
  const headers = optional(fields.headers, readHeaders) ?? {};
  const content = optional(fields.content, (each) => each.boolean()) ?? false;
  return otlp === undefined ? undefined : { otlp, headers, content };
}

function readCollector(field: Field): string | undefined {
  if (field.absent)
    return field.fail("is missing", "write the address of a collector, as in otlp: http://127.0.0.1:4318");
  const url = field.text();
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url;
  return field.fail("is not an address", "write it as in http://127.0.0.1:4318");
}

function readReasoning(field: Field): ReasoningSettings {
  const fields = field.object(["maxAge", "maxEntries", "maxBytes"]);
  if (fields === undefined) return defaultReasoning;
  const { maxAge, maxEntries, maxBytes } = fields;
  return {
    ...defaultReasoning,
    ...defined({
      maxAge: optional(maxAge, () => maxAge.duration()),
      maxEntries: optional(maxEntries, () => maxEntries.integer(1)),
      maxBytes: optional(maxBytes, () => maxBytes.size(1)),
    }),
  };
}

function readHost(field: Field): string | undefined {
  const host = field.text();
  return host === undefined || /^[A-Za-z0-9._:[\]-]+$/.test(host)
    ? host
    : field.fail("is not the name of a host", "write it as in gateway.example.com, without a scheme or a path");
}

function readOrigin(field: Field): string | undefined {
  const origin = field.text();
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin;
  return field.fail("is not an origin", "write it as in https://app.example.com, without a slash at its end");
}
