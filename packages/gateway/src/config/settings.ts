import type { InspectorSettings, ReasoningSettings, ServerSettings, StoreSettings } from "./config.ts";
import { defaultInspector, defaultReasoning, defaultServer, defaultStore } from "./defaults.ts";
import type { Field } from "./field.ts";
import { defined, optional } from "./fields.ts";

const SERVER = Object.keys(defaultServer) as (keyof ServerSettings)[];

export function readServer(field: Field): ServerSettings {
  const fields = field.object(SERVER);
  if (fields === undefined) return defaultServer;
  const time = (each: Field) => optional(each, () => each.duration());
  return {
    ...defaultServer,
    ...defined({
      host: optional(fields.host, readHost),
      port: optional(fields.port, (port) => port.integer(0, 65_535)),
      hosts: optional(fields.hosts, (hosts) => hosts.list()?.flatMap((each) => readHost(each) ?? [])),
      origins: optional(fields.origins, (origins) => origins.list()?.flatMap((each) => readOrigin(each) ?? [])),
      maxBody: optional(fields.maxBody, (size) => size.size(1)),
      maxTools: optional(fields.maxTools, (number) => number.integer(1)),
      maxInFlight: optional(fields.maxInFlight, (number) => number.integer(1)),
      maxLag: time(fields.maxLag),
      writeTimeout: time(fields.writeTimeout),
      keepAlive: time(fields.keepAlive),
      commitAfter: time(fields.commitAfter),
      preStop: time(fields.preStop),
      drain: time(fields.drain),
    }),
  };
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

export function readInspector(field: Field): InspectorSettings {
  const fields = field.object(["enabled", "maxBytes", "bodies"]);
  if (fields === undefined) return defaultInspector;
  const { enabled, maxBytes, bodies } = fields;
  return {
    ...defaultInspector,
    ...defined({
      enabled: optional(enabled, () => enabled.boolean()),
      maxBytes: optional(maxBytes, () => maxBytes.size(1)),
      bodies: optional(bodies, () => bodies.boolean()),
    }),
  };
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
