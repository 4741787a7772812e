import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { dialectNames, findDialect, isObject, profileNames, refusableFields } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runs } from "../../../../test/support/extent.ts";
import { bindings } from "../../src/bindings/index.ts";
import {
  defaultInspector,
  defaultReasoning,
  defaultRetries,
  defaultServer,
  defaultStore,
  defaultTimeouts,
  defaultUsage,
} from "../../src/config/defaults.ts";
import { bytes, milliseconds } from "../../src/config/units.ts";
import { platformNames } from "../../src/providers/platforms/index.ts";
import { problemsIn, provider } from "./reading.ts";

const schema = JSON.parse(readFileSync(new URL("../../config.schema.json", import.meta.url), "utf8"));
const validator = new Validator(schema as Schema, "2020-12");

const env = { KEY: "sk-1", PORT: "80", TIME: "10s" };
const HASH = "0123456789abcdef".repeat(4);
const ACCOUNT =
  '{ "client_email": "a@p.example", "private_key": "-----BEGIN PRIVATE KEY-----\\nMII=\\n-----END PRIVATE KEY-----" }';

/** Where a field stands, and the objects around it. */
const GROUPS = {
  provider: (fields: string) => provider(fields),
  route: (fields: string) => `routes: [{ match: x, to: a${fields === "" ? "" : `, ${fields}`} }]`,
  server: (fields: string) => `server: { ${fields} }`,
  store: (fields: string) => `store: { ${fields} }`,
  usage: (fields: string) => `usage: { ${fields} }`,
  inspector: (fields: string) => `inspector: { ${fields} }`,
  state: (fields: string) => `state: { redis: 'redis://h', ${fields} }`,
  telemetry: (fields: string) => `telemetry: { otlp: 'http://h:4318', ${fields} }`,
};

type Group = keyof typeof GROUPS;

/** Values for a field, those that are right and those that are wrong, as YAML. */
interface Row {
  readonly field: string;
  readonly at: Group | ((value: string) => string);
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const DURATIONS = {
  right: ["0", "15", "1.5", "10s", "500ms", "1.5m", "'2 h'", "'30'", `'\${TIME}'`],
  wrong: ["-1", "soon", "10d", "1e30", "true", "''", "null", "[]", "'-5s'"],
};
const SIZES = {
  right: ["1", "1024", "32MiB", "'64 KiB'", "10MB", "1.5GiB", `'\${PORT}'`],
  wrong: ["0", "-1", "0MiB", "10TB", "big", "false", "''", "null"],
};
const COUNTS = { right: ["1", "500", `'\${PORT}'`], wrong: ["-1", "1.5", "many", "'5'", "true", "null"] };
const TEXTS = { right: ["some", `'\${KEY}'`], wrong: ["1", "''", "null", "[]", "{}"] };
const HEADERS = {
  right: ["{}", "{ a: b }", `{ X-Key: '\${KEY}' }`, "{ a: file:key }"],
  wrong: ["[]", "{ a: 1 }", "{ 'a b': c }", "{ 'a:': c }", '{ a: "b\\nc" }', "{ a: '' }", "{ host: h }", "{ te: h }"],
};
const TIMEOUTS = {
  right: ["{}", "{ connect: 1s, firstByte: 1m, idle: 5, total: 0 }"],
  wrong: ["[]", "{ conect: 1s }", "{ idle: x }", "5s"],
};
const RETRIES = {
  right: ["false", "0", "20", `'\${NONE:-3}'`, "{}", "{ attempts: 3, delay: 1s, maxDelay: 1m }"],
  wrong: ["true", "-1", "21", "x", "{ attempts: x }", "{ attempts: 21 }", "{ times: 3 }", "[]"],
};
const PROFILES = { right: [...profileNames], wrong: ["nativ", "1", "''"] };
const LOSSES = { right: ["report", "refuse"], wrong: ["warn", "true"] };
const CACHING = { right: ["auto", "off", "false"], wrong: ["on", "true", "0", "null"] };
const SEARCHES = { ...CACHING, right: ["native", ...CACHING.right] };
const HOSTS = { right: ["localhost", "0.0.0.0", "'::1'", `'\${KEY}'`], wrong: ["'http://h'", "h/x", "1", "''"] };

const rows: readonly Row[] = [
  { field: "$schema", at: (value) => `$schema: ${value}`, right: ["x"], wrong: ["1", "''"] },
  {
    field: "providers",
    at: (value) => `providers: ${value}`,
    right: ["{}", "{ a-b.c_1: { dialect: claude, baseUrl: 'http://h' } }"],
    wrong: [
      "[]",
      "{ a/b: { dialect: claude, baseUrl: 'http://h' } }",
      "{ a: {} }",
      "{ a: { dialect: claude } }",
      "{ a: x }",
    ],
  },
  {
    field: "dialect",
    at: (value) => `providers: { a: { dialect: ${value}, baseUrl: "sim:" } }`,
    right: [...bindings.map(({ dialect }) => dialect), "openai", "claude"],
    wrong: ["mcp", "executable", "opena", "1", "''"],
  },
  {
    field: "baseUrl",
    at: (value) => `providers: { a: { dialect: ollama, baseUrl: ${value} } }`,
    right: ["'sim:'", "http://h", "https://h:8/v1/", "HTTPS://h", "'http://[::1]:8'", `'https://\${KEY}/v1'`],
    wrong: ["h", "ftp://h", "'https://u:p@h'", "'https://h?a'", "'https://h#a'", "'sim:x'", "'http://'", "1"],
  },
  {
    field: "apiKey",
    at: "provider",
    right: ["k", `'\${KEY}'`, "file:key"],
    wrong: ["''", "1", '"a\\nb"', "'a b'", "null"],
  },
  {
    field: "apiKeys",
    at: (value) => provider(`apiKeys: ${value}`),
    right: ["[k]", `[k, '\${KEY}', file:key]`, "[{ key: k, weight: 2, name: one }, { key: file:key }]"],
    wrong: [
      "[]",
      "k",
      "[1]",
      "[{}]",
      "[{ key: k, weight: 0 }]",
      "[{ key: k, weight: 1001 }]",
      "[{ key: k, name: 'a/b' }]",
    ],
  },
  {
    field: "preset",
    at: (value) => `providers: { a: { apiKey: k, preset: ${value} } }`,
    right: ["together", "openai", `'\${NONE:-groq}'`],
    wrong: ["1", "''", "null", "[]"],
  },
  {
    field: "preset",
    at: (value) => `providers: { a: { preset: together, apiKey: k, ${value} } }`,
    right: ["dialect: openai-responses", "baseUrl: 'https://h/v1'", "headers: { a: b }"],
    wrong: ["apiKeys: [a]", "platform: azure", "region: us-east-1", "auth: { bearer: t }"],
  },
  {
    field: "platform",
    at: (value) => `providers: { a: ${value} }`,
    right: [
      "{ dialect: claude, platform: bedrock, region: us-east-1, auth: aws }",
      "{ dialect: claude, platform: bedrock, region: us-east-1, apiKey: k, baseUrl: 'http://h' }",
      "{ dialect: gemini, platform: vertex, project: 'example.com:p', location: global, auth: gcp }",
      "{ dialect: gemini, platform: vertex, apiKey: k }",
      "{ dialect: openai, platform: azure, baseUrl: 'https://h/openai/v1', auth: azure }",
      "{ dialect: openai, platform: azure, baseUrl: 'https://h', apiVersion: 2024-10-21, apiKey: k }",
    ],
    wrong: [
      "{ dialect: claude, platform: aws, region: us-east-1, auth: aws }",
      "{ dialect: claude, platform: bedrock, auth: aws }",
      "{ dialect: claude, platform: bedrock, region: us-east-1 }",
      "{ dialect: claude, platform: bedrock, region: us/east, auth: aws }",
      "{ dialect: claude, platform: bedrock, region: us-east-1, project: p, auth: aws }",
      "{ dialect: claude, platform: bedrock, region: us-east-1, auth: aws, apiKey: k }",
      "{ dialect: claude, platform: bedrock, region: us-east-1, auth: aws, baseUrl: 'sim:' }",
      "{ dialect: claude, region: us-east-1, baseUrl: 'https://h' }",
      "{ dialect: gemini, platform: vertex, project: p, auth: gcp }",
      "{ dialect: gemini, location: global, baseUrl: 'https://h' }",
      "{ dialect: openai, platform: azure, auth: azure }",
      "{ dialect: openai, apiVersion: 2024-10-21, baseUrl: 'https://h' }",
    ],
  },
  {
    field: "auth",
    at: (value) => `providers: { a: { dialect: claude, platform: bedrock, region: us-east-1, auth: ${value} } }`,
    right: [
      "aws",
      "{ bearer: k }",
      `{ bearer: '\${KEY}' }`,
      "{ bearer: file:key }",
      "{ profile: work }",
      "{ accessKeyId: a, secretAccessKey: b }",
      "{ accessKeyId: a, secretAccessKey: b, sessionToken: c }",
      "{ command: print-token --now }",
      "{ command: [print-token, --now] }",
    ],
    wrong: [
      "{}",
      "[]",
      "null",
      "iam",
      "{ bearer: '' }",
      "{ bearer: 'a b' }",
      "{ bearer: k, profile: work }",
      "{ accessKeyId: a }",
      "{ secretAccessKey: a }",
      "{ sessionToken: a }",
      "{ bearer: k, sessionToken: a }",
      "{ command: [] }",
      "{ command: [1] }",
      "{ command: '' }",
      "{ token: k }",
    ],
  },
  {
    field: "auth",
    at: (value) => `providers: { a: { dialect: gemini, platform: vertex, project: p, location: l, auth: ${value} } }`,
    right: [
      "gcp",
      `{ serviceAccount: ${ACCOUNT} }`,
      `{ serviceAccount: '${ACCOUNT}' }`,
      "{ serviceAccount: file:account.json }",
    ],
    wrong: ["{ serviceAccount: {} }", "{ serviceAccount: { client_email: a } }", "{ serviceAccount: text }"],
  },
  {
    field: "auth",
    at: (value) => `providers: { a: { dialect: openai, platform: azure, baseUrl: "https://h", auth: ${value} } }`,
    right: ["azure", "{ tenantId: a, clientId: b, clientSecret: c }"],
    wrong: ["{ tenantId: a }", "{ tenantId: a, clientId: b }", "{ clientId: b, clientSecret: c }"],
  },
  { field: "headers", at: "provider", ...HEADERS },
  { field: "timeouts", at: "provider", ...TIMEOUTS },
  { field: "retries", at: "provider", ...RETRIES },
  { field: "profile", at: "provider", ...PROFILES },
  { field: "onLoss", at: "provider", ...LOSSES },
  { field: "toolSearch", at: "provider", ...SEARCHES },
  { field: "caching", at: "provider", ...CACHING },
  { field: "caching", at: "route", ...CACHING },
  {
    field: "remembers",
    at: "provider",
    right: ["true", "false", `'\${NONE:-true}'`],
    wrong: ["'true'", "1", "yes", "null", "[]"],
  },
  {
    field: "models",
    at: "provider",
    right: ["[]", "[a, 'b*']", "[{ match: a }]", "[{ match: a, refuses: [stop, tools], accepts: [] }]"],
    wrong: ["{}", "a", "[1]", "['']", "[{}]", "[{ match: a, refuses: stop }]", "[{ match: a, accepts: [messages] }]"],
  },
  {
    field: "routes",
    at: (value) => `${provider()}\nroutes: ${value}`,
    right: ["[]", "[{ match: x, to: a }]", "[{ match: x, to: [a/m, a] }]"],
    wrong: ["{}", "[x]", "[{ match: x }]", "[{ to: a }]", "[{ match: x, to: a, too: b }]", "[{ match: 1, to: a }]"],
  },
  {
    field: "to",
    at: (value) => `${provider()}\nroutes: [{ match: x, to: ${value} }]`,
    right: ["a", "a/b", "[a/b/c]", "{ target: a/b }", "[a, { target: a/b, weight: 3 }]"],
    wrong: ["[]", "1", "''", "[1]", "{}", "[{ target: a, weight: 0 }]", "[{ weight: 1 }]", "[{ target: a, share: 1 }]"],
  },
  { field: "balance", at: "route", right: ["order", "weighted"], wrong: ["random", "true", "1", "null"] },
  {
    field: "when",
    at: "route",
    right: ["{}", "{ background: true, thinking: false, longContext: 100000, images: true }"],
    wrong: ["[]", "true", "{ thinking: 1 }", "{ longContext: 0 }", "{ longContext: true }", "{ picture: true }"],
  },
  { field: "headers", at: "route", ...HEADERS },
  { field: "timeouts", at: "route", ...TIMEOUTS },
  { field: "retries", at: "route", ...RETRIES },
  { field: "profile", at: "route", ...PROFILES },
  { field: "onLoss", at: "route", ...LOSSES },
  { field: "toolSearch", at: "route", ...SEARCHES },
  {
    field: "keys",
    at: (value) => `keys: ${value}`,
    right: [
      "[]",
      "[{ name: a b, key: k }]",
      `[{ name: a, sha256: ${HASH}, concurrency: 2 }]`,
      `[{ name: a, key: '\${KEY}' }]`,
    ],
    wrong: [
      "{}",
      "[{ name: a }]",
      "[{ key: k }]",
      `[{ name: a, key: k, sha256: ${HASH} }]`,
      "[{ name: a, sha256: x }]",
      "[{ name: 'a[0]', key: k }]",
      "[{ name: a, key: k, concurrency: -1 }]",
      "[{ name: a, key: k, more: 1 }]",
    ],
  },
  { field: "server", at: (value) => `server: ${value}`, right: ["{}"], wrong: ["[]", "null", "{ prt: 1 }"] },
  { field: "host", at: "server", ...HOSTS },
  {
    field: "port",
    at: "server",
    right: ["0", "65535", `'\${PORT}'`],
    wrong: ["-1", "65536", "'80'", "1.5"],
  },
  { field: "hosts", at: (value) => `server: { hosts: [${value}] }`, ...HOSTS },
  {
    field: "origins",
    at: "server",
    right: ["[]", "['https://a.example', 'http://localhost:8080']"],
    wrong: ["'https://a'", "['https://a/']", "[a.example]", "['*']", "[1]"],
  },
  { field: "maxBody", at: "server", ...SIZES },
  { field: "maxTools", at: "server", ...COUNTS },
  { field: "maxInFlight", at: "server", ...COUNTS },
  { field: "maxWebSockets", at: "server", right: ["0", ...COUNTS.right], wrong: COUNTS.wrong },
  ...["maxLag", "writeTimeout", "keepAlive", "commitAfter", "webSocketIdle", "webSocketMaxAge", "preStop", "drain"].map(
    (field) => ({
      field,
      at: "server" as const,
      ...DURATIONS,
    }),
  ),
  { field: "store", at: (value) => `store: ${value}`, right: ["{}"], wrong: ["[]", "{ path: x }"] },
  { field: "file", at: "store", ...TEXTS },
  { field: "maxEntries", at: "store", ...COUNTS },
  { field: "maxBytes", at: "store", ...SIZES },
  {
    field: "reasoning",
    at: "store",
    right: ["{}", "{ maxAge: 0 }", "{ maxAge: 2h, maxEntries: 5, maxBytes: 1MiB }"],
    wrong: ["[]", "false", "{ maxAge: soon }", "{ maxEntries: 0 }", "{ maxBytes: 0 }", "{ ttl: 1h }"],
  },
  { field: "usage", at: (value) => `usage: ${value}`, right: ["{}"], wrong: ["[]", "90", "{ keep: 1 }"] },
  { field: "days", at: "usage", right: ["1", "90", "3660", `'\${PORT}'`], wrong: ["0", "3661", "1.5", "'5'", "null"] },
  { field: "inspector", at: (value) => `inspector: ${value}`, right: ["{}"], wrong: ["[]", "false", "{ on: true }"] },
  { field: "enabled", at: "inspector", right: ["true", "false"], wrong: ["1", "'yes'", "null"] },
  { field: "maxBytes", at: "inspector", ...SIZES },
  { field: "bodies", at: "inspector", right: ["true", "false"], wrong: ["1", "[]"] },
  {
    field: "telemetry",
    at: (value) => `telemetry: ${value}`,
    right: ["{ otlp: 'http://h:4318' }", "{ otlp: 'https://h', headers: { a: b }, content: true }"],
    wrong: ["[]", "{}", "true", "{ otlp: 1 }", "{ otlp: 'grpc://h' }", "{ otlp: 'http://h', sample: 1 }"],
  },
  { field: "content", at: "telemetry", right: ["true", "false"], wrong: ["1", "'yes'"] },
  { field: "headers", at: "telemetry", ...HEADERS },
  {
    field: "state",
    at: (value) => `state: ${value}`,
    right: [
      "{ redis: 'redis://h' }",
      "{ redis: 'rediss://u:p@h:6380/2' }",
      "{ redis: { cluster: ['redis://a', 'redis://b'] } }",
      "{ redis: { sentinels: ['redis://a:26379'], master: m, username: u, password: p } }",
    ],
    wrong: [
      "{}",
      "[]",
      "{ redis: 'http://h' }",
      "{ redis: 1 }",
      "{ redis: { cluster: [] } }",
      "{ redis: { sentinels: ['redis://a'] } }",
      "{ redis: { sentinels: ['redis://a'], master: m, cluster: ['redis://b'] } }",
      "{ redis: {} }",
    ],
  },
  { field: "prefix", at: "state", right: ["a", "'a:b'"], wrong: ["''", "'{a}'", "1"] },
  { field: "timeout", at: "state", ...DURATIONS },
  { field: "maxAge", at: "state", ...DURATIONS },
  {
    field: "onDown",
    at: "state",
    right: ["{}", "{ stored: open }", "{ stored: closed, limits: closed }"],
    wrong: ["[]", "{ stored: maybe }", "open"],
  },
  { field: "keyFile", at: (value) => `keyFile: ${value}`, ...TEXTS },
  ...(["rpm", "tpm"] as const).map((field) => ({
    field,
    at: (value: string) => `keys: [{ name: a, key: k, ${field}: ${value} }]`,
    right: ["1", "500", `'\${PORT}'`],
    wrong: ["0", "-1", "1.5", "many", "'5'", "true", "null"],
  })),
  {
    field: "models",
    at: (value) => `keys: [{ name: a, key: k, models: ${value} }]`,
    right: ["[]", "[a]", "['claude-*', gpt-5.6]"],
    wrong: ["a", "[1]", "['']", "null"],
  },
  {
    field: "budget",
    at: (value) => `keys: [{ name: a, key: k, budget: ${value} }]`,
    right: ["{ amount: 20, per: month }", "{ amount: 0.5, per: day }"],
    wrong: [
      "20",
      "{}",
      "{ amount: 0, per: day }",
      "{ amount: 1, per: year }",
      "{ amount: 1 }",
      "{ amount: '1', per: day }",
    ],
  },
  {
    field: "expires",
    at: (value) => `keys: [{ name: a, key: k, expires: ${value} }]`,
    right: ["2027-01-01", "'2027-01-01T12:00:00Z'", "'2027-01-01T12:00:00.5+02:00'"],
    wrong: ["soon", "2027", "2027-13-01", "'2027-01-01 12:00'", "null"],
  },
  {
    field: "admin",
    at: (value) => `keys: [{ name: a, key: k, admin: ${value} }]`,
    right: ["true", "false"],
    wrong: ["1", "'yes'"],
  },
];

describe("the schema of configs", () => {
  it.each(rows)("agrees with the reader about $field", async ({ field, at, right, wrong }) => {
    const config = (value: string) => (typeof at === "string" ? whole({ [at]: `${field}: ${value}` }) : at(value));
    for (const value of right) expect(await verdicts(config(value)), value).toEqual({ schema: true, reader: true });
    for (const value of wrong) expect(await verdicts(config(value)), value).toEqual({ schema: false, reader: false });
  });

  it("agrees with the reader about all of them together", async () => {
    await fc.assert(
      fc.asyncProperty(configs, async ({ text, valid }) => {
        expect(await verdicts(text), text).toEqual({ schema: valid, reader: valid });
      }),
      { numRuns: runs(300) },
    );
  });

  it("describes every field, and every kind of value", () => {
    const ignored = [...nodes(schema)].filter(
      ({ pointer, node }) => isNamed(pointer) && typeof described(node) !== "string",
    );
    expect(ignored.map(({ pointer }) => pointer)).toEqual([]);
  });

  it("has the same enumerations as the code", () => {
    const spoken: readonly string[] = bindings.map(({ dialect }) => dialect);
    const names = dialectNames().filter((name) => spoken.includes(findDialect(name)?.id ?? ""));
    expect([...schema.$defs.dialect.anyOf[0].enum].sort()).toEqual(names.sort());
    expect(schema.$defs.profile.anyOf[0].enum).toEqual(profileNames);
    expect(schema.$defs.platform.anyOf[0].enum).toEqual(platformNames);
    expect(schema.$defs.fields.items.anyOf[0].enum).toEqual(refusableFields);
  });

  it.each([
    ["server", defaultServer, schema.$defs.server],
    ["store", withoutReasoning(defaultStore), schema.$defs.store],
    ["usage", defaultUsage, schema.$defs.usage],
    ["inspector", defaultInspector, schema.$defs.inspector],
    ["reasoning", defaultReasoning, schema.$defs.reasoning],
    ["timeouts", defaultTimeouts, schema.$defs.timeouts],
    ["retries", defaultRetries, schema.$defs.retries.anyOf.at(-1)],
  ])("tells the defaults that hold for %s", (_, defaults, { properties }) => {
    const reported = Object.entries<{ default?: unknown }>(properties).filter(
      ([, { default: value }]) => value !== undefined,
    );
    expect(Object.fromEntries(reported.map(([name, { default: value }]) => [name, plain(value)]))).toEqual(defaults);
  });
});

function withoutReasoning({ reasoning, ...store }: typeof defaultStore): object {
  return store;
}

/** A config of some fields of each group; routes need their provider. */
function whole(fields: Partial<Record<Group, string>>): string {
  const groups = Object.keys(GROUPS) as Group[];
  const content = groups.filter((group) => group === "provider" || fields[group] !== undefined);
  return content.map((group) => GROUPS[group](fields[group] ?? "")).join("\n");
}

/** Configs of many fields, of which now and then one is wrong. */
const configs = fc
  .tuple(
    ...rows.flatMap(({ field, at, right, wrong }) => {
      if (typeof at !== "string") return [];
      const value = fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...right).map((yaml) => ({ yaml, valid: true })) },
        { weight: 1, arbitrary: fc.constantFrom(...wrong).map((yaml) => ({ yaml, valid: false })) },
      );
      return [fc.option(value.map((one) => ({ ...one, group: at, field })))];
    }),
  )
  .map((chosen) => {
    const fields: Partial<Record<Group, string>> = {};
    for (const one of chosen) {
      if (one === null) continue;
      const before = fields[one.group];
      fields[one.group] = `${before === undefined ? "" : `${before}, `}${one.field}: ${one.yaml}`;
    }
    return { text: whole(fields), valid: chosen.every((one) => one?.valid ?? true) };
  });

async function verdicts(text: string): Promise<{ schema: boolean; reader: boolean }> {
  const problems = await problemsIn(text, { env, readFile: (path) => (path.endsWith(".json") ? ACCOUNT : "sk-2") });
  return { schema: validator.validate(parse(text)).valid, reader: problems.length === 0 };
}

function* nodes(node: unknown, pointer = ""): Generator<{ pointer: string; node: Record<string, unknown> }> {
  if (Array.isArray(node)) for (const [index, item] of node.entries()) yield* nodes(item, `${pointer}/${index}`);
  if (!isRecord(node)) return;
  yield { pointer, node };
  for (const [key, value] of Object.entries(node)) yield* nodes(value, `${pointer}/${key}`);
}

// Conditions mention properties that are described elsewhere.
function isNamed(pointer: string): boolean {
  if (pointer.includes("/allOf/")) return false;
  return pointer === "" || /\/(?:properties|\$defs)\/[^/]+$/.test(pointer);
}

function described({ description, $ref }: Record<string, unknown>): unknown {
  const name = typeof $ref === "string" ? $ref.replace("#/$defs/", "") : "";
  return description ?? schema.$defs[name]?.description;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value as never);
}

function plain(value: unknown): unknown {
  return typeof value === "string" ? (milliseconds(value) ?? bytes(value) ?? value) : value;
}
