import type { OnDown, RedisSettings, StateSettings } from "./config.ts";
import type { Field } from "./field.ts";
import { defined, optional } from "./fields.ts";

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** Responses are stored as long as OpenAI stores them: https://platform.openai.com/docs/guides/your-data */
const DEFAULTS: Omit<StateSettings, "redis"> = {
  prefix: "toolglot",
  timeout: 50,
  maxAge: 30 * DAY,
  keys: false,
  onDown: { stored: "closed", limits: "open", keys: "open" },
};

export function readState(field: Field): StateSettings | undefined {
  const fields = field.object(["redis", "prefix", "timeout", "maxAge", "keys", "onDown"]);
  if (fields === undefined) return undefined;
  const { prefix, timeout, maxAge, keys, onDown } = fields;
  const redis = readRedis(fields.redis);
  const more = defined({
    prefix: optional(prefix, readPrefix),
    timeout: optional(timeout, () => timeout.duration()),
    maxAge: optional(maxAge, () => maxAge.duration()),
    keys: optional(keys, () => keys.boolean()),
    onDown: optional(onDown, readOnDown),
  });
  return redis === undefined ? undefined : { ...DEFAULTS, ...more, redis };
}

const POLICIES = ["open", "closed"] as const;

function readOnDown(field: Field): OnDown {
  const fields = field.object(["stored", "limits", "keys"]);
  const policy = (each: Field | undefined) =>
    each === undefined ? undefined : optional(each, () => each.choice(POLICIES));
  return {
    ...DEFAULTS.onDown,
    ...defined({ stored: policy(fields?.stored), limits: policy(fields?.limits), keys: policy(fields?.keys) }),
  };
}

// Braces would choose a node of a cluster, and spaces are hard to see.
function readPrefix(field: Field): string | undefined {
  const prefix = field.text();
  return prefix === undefined || /^[\w.:-]{1,64}$/.test(prefix)
    ? prefix
    : field.fail("is not the beginning of a key", "use at most 64 letters, digits, dots, dashes and colons");
}

/** Reads the URL of a server, or the nodes of Sentinel or of a cluster. */
function readRedis(field: Field): RedisSettings | undefined {
  if (field.absent) return field.fail("is missing", "write the address of a server, as in redis://127.0.0.1:6379/0");
  if (!(field.value instanceof Map)) {
    const url = readUrl(field);
    return url === undefined ? undefined : { type: "single", urls: [url] };
  }
  const fields = field.object(["sentinels", "master", "cluster", "username", "password"]);
  return fields === undefined ? undefined : readNodes(field, fields);
}

type NodeFields = Readonly<Record<"sentinels" | "master" | "cluster" | "username" | "password", Field>>;

function readNodes(
  field: Field,
  { sentinels, master, cluster, username, password }: NodeFields,
): RedisSettings | undefined {
  if (sentinels.absent === cluster.absent)
    return field.fail("needs either sentinels or cluster", "list some of the nodes, or write the URL of one server");
  const list = cluster.absent ? sentinels : cluster;
  const read = list.list()?.map(readUrl) ?? [];
  const urls = read.filter((url) => url !== undefined);
  const name = cluster.absent ? readMaster(master) : undefined;
  if (read.length === 0) return list.fail("is empty", "list some of the nodes");
  if (urls.length < read.length || (cluster.absent && name === undefined)) return undefined;
  return {
    type: cluster.absent ? "sentinel" : "cluster",
    urls,
    ...defined({
      master: name,
      username: optional(username, (each) => each.text()),
      password: optional(password, (each) => each.key()),
    }),
  };
}

function readMaster(field: Field): string | undefined {
  return field.absent ? field.fail("is missing", "name the master that the sentinels watch") : field.text();
}

function readUrl(field: Field): string | undefined {
  const url = namesUser(field.value) ? field.key() : field.secret();
  if (url === undefined) return undefined;
  return URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol)
    ? url
    : field.fail("is not an address of Redis", "write it as in redis://127.0.0.1:6379/0, or rediss:// for TLS");
}

// An address alone is no secret: others may read it.
function namesUser(value: Field["value"]): boolean {
  return typeof value === "string" && value.includes("@");
}

/** The secrets of the shared state: its passwords. */
export function secretsOfState({ redis: { urls, password } }: StateSettings): string[] {
  const inUrls = urls.map((url) => new URL(url).password).flatMap((each) => [each, decodeURIComponent(each)]);
  return [...inUrls, password ?? ""].filter((each) => each !== "");
}
