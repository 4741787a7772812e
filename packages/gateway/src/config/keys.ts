import type { KeyBudget } from "../caller.ts";
import type { Environment } from "../providers/environment.ts";
import type { ClientKey } from "./config.ts";
import type { Field } from "./field.ts";
import { defined, optional } from "./fields.ts";
import { sha256 } from "./sha256.ts";

/** Reads the clients' keys: their hashes, and separately those that the config has as plain text. */
export async function readKeys(field: Field): Promise<{ keys: ClientKey[]; secrets: string[] }> {
  const keys: ClientKey[] = [];
  const secrets: string[] = [];
  for (const each of field.list() ?? []) {
    const key = await readKey(each, secrets);
    if (key === undefined) continue;
    if (keys.some(({ name }) => name === key.name)) each.fail("has the name of another key", "give each its own name");
    if (keys.some(({ sha256: known }) => known === key.sha256))
      each.fail("is the same key as another", "leave one out");
    keys.push(key);
  }
  return { keys, secrets };
}

/** The keys in `TOOLGLOT_KEYS`, as plain text. */
export function environmentSecrets({ TOOLGLOT_KEYS = "" }: Environment): string[] {
  const keys = TOOLGLOT_KEYS.split(",").map((key) => key.trim());
  return [...new Set(keys)].filter((key) => key !== "");
}

/** The keys in `TOOLGLOT_KEYS`. */
export async function environmentKeys(env: Environment): Promise<ClientKey[]> {
  return Promise.all(
    environmentSecrets(env).map(async (key, index) => ({
      name: `TOOLGLOT_KEYS[${index}]`,
      sha256: await sha256(key),
      concurrency: 0,
    })),
  );
}

async function readKey(field: Field, secrets: string[]): Promise<ClientKey | undefined> {
  const fields = field.object(KEY_FIELDS);
  if (fields === undefined) return undefined;
  const { key, sha256: hash, concurrency, admin } = fields;
  const name = readKeyName(fields.name);
  const most = optional(concurrency, () => concurrency.integer(0)) ?? 0;
  const isAdmin = optional(admin, () => admin.boolean()) ?? false;
  if (key.absent === hash.absent) return field.fail("needs either key or sha256", "set one of the two");
  const digest = key.absent ? readHash(hash) : await hashed(key, secrets);
  if (name === undefined || digest === undefined) return undefined;
  return { name, sha256: digest, concurrency: most, ...(isAdmin ? { admin: true } : {}), ...readRestrictions(fields) };
}

const KEY_FIELDS = [
  "name",
  "key",
  "sha256",
  "concurrency",
  "admin",
  "models",
  "rpm",
  "tpm",
  "budget",
  "expires",
] as const;

function readRestrictions(
  fields: Readonly<Record<(typeof KEY_FIELDS)[number], Field>>,
): Pick<ClientKey, "models" | "limits" | "expires"> {
  const limits = defined({
    rpm: optional(fields.rpm, (each) => each.integer(1)),
    tpm: optional(fields.tpm, (each) => each.integer(1)),
    budget: optional(fields.budget, readBudget),
  });
  return {
    ...defined({
      models: optional(fields.models, (each) => each.list()?.flatMap((model) => model.text() ?? [])),
      expires: optional(fields.expires, readDate),
    }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  };
}

function readBudget(field: Field): KeyBudget | undefined {
  const fields = field.object(["amount", "per"]);
  const amount = fields?.amount.positiveNumber();
  const per = fields?.per.choice(["day", "month"]);
  return amount === undefined || per === undefined ? undefined : { amount, per };
}

// YAML has dates of its own, which are texts here.
function readDate(field: Field): number | undefined {
  const text = field.text();
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? field.fail("is not a date", "write it as in 2027-01-01 or 2027-01-01T12:00:00Z") : time;
}

/** Reads the name of a key. Brackets are excluded, so that no name equals that of a key from the environment. */
export function readKeyName(field: Field): string | undefined {
  const name = field.text();
  return name === undefined || /^[\w.@ -]+$/.test(name)
    ? name
    : field.fail("is not a name for a key", "use letters, digits, spaces and any of . _ - @");
}

function readHash(field: Field): string | undefined {
  const text = field.secret()?.toLowerCase();
  return text === undefined || /^[0-9a-f]{64}$/.test(text)
    ? text
    : field.fail("is not a SHA-256", "write its 64 hexadecimal digits");
}

async function hashed(field: Field, secrets: string[]): Promise<string | undefined> {
  const key = field.key()?.trim();
  if (key === undefined) return undefined;
  secrets.push(key);
  return key === "" ? field.fail("is blank", "make up a long random key") : sha256(key);
}
