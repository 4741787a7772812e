import { randomUUID } from "node:crypto";
import type { KeyEntry } from "../../config/key-file.ts";
import type { KeySource, KeyStore, KeyVersion } from "../key-store.ts";
import type { RedisLink } from "./redis-link.ts";

export interface RedisKeysOptions {
  readonly link: RedisLink;
  /** What all keys begin with. */
  readonly prefix: string;
}

/**
 * Keeps keys in Redis or Valkey: a hash of their entries by name. One of its fields is a version, which every change replaces by a
 * random one: after a failover that has lost changes, it differs as well.
 */
export class RedisKeys implements KeyStore, KeySource {
  private readonly options: RedisKeysOptions;

  constructor(options: RedisKeysOptions) {
    this.options = options;
    options.link.open();
  }

  async changedSince(version: string | undefined): Promise<KeyVersion | undefined> {
    const fields = (await this.run(CHANGED, version === undefined ? [] : [version])) as readonly string[] | null;
    return fields === null ? undefined : versionOf(fields);
  }

  async list(): Promise<readonly KeyEntry[]> {
    const { entries = [] } = (await this.changedSince(undefined)) ?? {};
    return entries.map((text) => JSON.parse(text) as KeyEntry).sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async add(entry: KeyEntry): Promise<boolean> {
    return this.change("add", entry.name, JSON.stringify(entry));
  }

  async replace(entry: KeyEntry): Promise<boolean> {
    return this.change("replace", entry.name, JSON.stringify(entry));
  }

  async remove(name: string): Promise<boolean> {
    return this.change("remove", name, "");
  }

  close(): Promise<void> {
    return this.options.link.close();
  }

  private async change(action: "add" | "replace" | "remove", name: string, entry: string): Promise<boolean> {
    return (await this.run(CHANGE, [action, name, entry, randomUUID()])) === 1;
  }

  private run(script: string, values: string[]): Promise<unknown> {
    const { link, prefix } = this.options;
    return link.run((redis) => redis.eval(script, { keys: [`${prefix}:1:keys`], arguments: values }));
  }
}

/** No key can have this name. */
const VERSION = "#version";

function versionOf(fields: readonly string[]): KeyVersion {
  let version = "";
  const entries: string[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const value = fields[index + 1] ?? "";
    if (fields[index] === VERSION) version = value;
    else entries.push(value);
  }
  return { version, entries };
}

const CHANGED = `
local version = redis.call('HGET', KEYS[1], '${VERSION}') or ''
if ARGV[1] == version then return nil end
return redis.call('HGETALL', KEYS[1])
`;

const CHANGE = `
local action, name, entry = ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HEXISTS', KEYS[1], name) == 1) == (action == 'add') then return 0 end
if action == 'remove' then redis.call('HDEL', KEYS[1], name) else redis.call('HSET', KEYS[1], name, entry) end
redis.call('HSET', KEYS[1], '${VERSION}', ARGV[4])
return 1
`;
