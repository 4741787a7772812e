import { profileNames } from "@toolglot/core";
import { provider } from "./reading.ts";

/** The key of a service account of Google. */
export const ACCOUNT =
  '{ "client_email": "a@p.example", "private_key": "-----BEGIN PRIVATE KEY-----\\nMII=\\n-----END PRIVATE KEY-----" }';

/** Where a field stands, and the objects around it. */
export const GROUPS = {
  provider: (fields: string) => provider(fields),
  route: (fields: string) => `routes: [{ match: x, to: a${fields === "" ? "" : `, ${fields}`} }]`,
  server: (fields: string) => `server: { ${fields} }`,
  store: (fields: string) => `store: { ${fields} }`,
  usage: (fields: string) => `usage: { ${fields} }`,
  inspector: (fields: string) => `inspector: { ${fields} }`,
  state: (fields: string) => `state: { redis: 'redis://h', ${fields} }`,
  telemetry: (fields: string) => `telemetry: { otlp: 'http://h:4318', ${fields} }`,
};

export type Group = keyof typeof GROUPS;

/** Values for a field, those that are right and those that are wrong, as YAML. */
export interface Row {
  readonly field: string;
  readonly at: Group | ((value: string) => string);
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

export const DURATIONS = {
  right: ["0", "15", "1.5", "10s", "500ms", "1.5m", "'2 h'", "'30'", `'\${TIME}'`],
  wrong: ["-1", "soon", "10d", "1e30", "true", "''", "null", "[]", "'-5s'"],
};
export const SIZES = {
  right: ["1", "1024", "32MiB", "'64 KiB'", "10MB", "1.5GiB", `'\${PORT}'`],
  wrong: ["0", "-1", "0MiB", "10TB", "big", "false", "''", "null"],
};
export const COUNTS = { right: ["1", "500", `'\${PORT}'`], wrong: ["-1", "1.5", "many", "'5'", "true", "null"] };
export const TEXTS = { right: ["some", `'\${KEY}'`], wrong: ["1", "''", "null", "[]", "{}"] };
export const HEADERS = {
  right: ["{}", "{ a: b }", `{ X-Key: '\${KEY}' }`, "{ a: file:key }"],
  wrong: ["[]", "{ a: 1 }", "{ 'a b': c }", "{ 'a:': c }", '{ a: "b\\nc" }', "{ a: '' }", "{ host: h }", "{ te: h }"],
};
export const TIMEOUTS = {
  right: ["{}", "{ connect: 1s, firstByte: 1m, idle: 5, total: 0 }"],
  wrong: ["[]", "{ conect: 1s }", "{ idle: x }", "5s"],
};
export const RETRIES = {
  right: ["false", "0", "20", `'\${NONE:-3}'`, "{}", "{ attempts: 3, delay: 1s, maxDelay: 1m }"],
  wrong: ["true", "-1", "21", "x", "{ attempts: x }", "{ attempts: 21 }", "{ times: 3 }", "[]"],
};
export const PROFILES = { right: [...profileNames], wrong: ["nativ", "1", "''"] };
export const LOSSES = { right: ["report", "refuse"], wrong: ["warn", "true"] };
export const CACHING = { right: ["auto", "off", "false"], wrong: ["on", "true", "0", "null"] };
export const SEARCHES = { ...CACHING, right: ["native", ...CACHING.right] };
export const HOSTS = { right: ["localhost", "0.0.0.0", "'::1'", `'\${KEY}'`], wrong: ["'http://h'", "h/x", "1", "''"] };
