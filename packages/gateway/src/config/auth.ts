import { isObject, jsonIn } from "@toolglot/core/base";
import { readServiceAccount } from "../providers/credentials/service-account-file.ts";
import type { AuthSettings, AuthType, ServiceAccount } from "../providers/credentials/settings.ts";
import type { Field } from "./field.ts";
import { optional } from "./fields.ts";

/** The credentials that a machine has by itself, which a word names. */
const MACHINE = ["aws", "azure", "gcp"] as const;

/** The fields of each other kind of credentials, and which of them it can do without. */
const KINDS: readonly Kind[] = [
  { type: "bearer", fields: ["bearer"], read: ({ bearer }) => bearerAuth(bearer) },
  { type: "command", fields: ["command"], read: ({ command }) => commandAuth(command) },
  { type: "serviceAccount", fields: ["serviceAccount"], read: ({ serviceAccount }) => accountAuth(serviceAccount) },
  { type: "aws", fields: ["profile"], read: ({ profile }) => profileAuth(profile) },
  {
    type: "aws",
    fields: ["accessKeyId", "secretAccessKey", "sessionToken"],
    optional: "sessionToken",
    read: keysAuth,
  },
  { type: "entra", fields: ["tenantId", "clientId", "clientSecret"], read: applicationAuth },
];

const FIELDS = [
  "bearer",
  "command",
  "serviceAccount",
  "profile",
  "accessKeyId",
  "secretAccessKey",
  "sessionToken",
  "tenantId",
  "clientId",
  "clientSecret",
] as const;

type AuthFields = Readonly<Record<(typeof FIELDS)[number], Field>>;

interface Kind {
  readonly type: AuthType;
  readonly fields: readonly (typeof FIELDS)[number][];
  readonly optional?: (typeof FIELDS)[number];
  readonly read: (fields: AuthFields) => AuthSettings | undefined;
}

/** Reads how requests are authenticated: a word for what the machine has, or an object. */
export function readAuth(field: Field): AuthSettings | undefined {
  if (typeof field.value === "string") {
    const type = field.choice(MACHINE);
    return type === undefined ? undefined : { type };
  }
  const fields = field.object(FIELDS);
  if (fields === undefined) return undefined;
  const kind = KINDS.find((each) => each.fields.some((name) => !fields[name].absent));
  if (kind === undefined)
    return field.fail("is empty", `write ${MACHINE.join(", ")}, or an object with one of ${WAYS}`);
  return hasOthers(kind, fields) ? undefined : kind.read(fields);
}

const WAYS = KINDS.map(({ fields, optional: extra }) => fields.filter((name) => name !== extra).join(" and ")).join(
  ", ",
);

// Two kinds of credentials at once are a mistake.
function hasOthers(kind: Kind, fields: AuthFields): boolean {
  const others = FIELDS.filter((name) => !fields[name].absent && !kind.fields.includes(name));
  for (const name of others)
    fields[name].fail(
      `does not go with ${kind.fields[0]}`,
      "leave one of the two out: one kind of credentials is used",
    );
  return others.length > 0;
}

function bearerAuth(field: Field): AuthSettings | undefined {
  const token = readToken(field);
  return token === undefined ? undefined : { type: "bearer", token };
}

function commandAuth(field: Field): AuthSettings | undefined {
  if (!field.isTrusted)
    return field.fail(
      "runs a program, and the config was found here rather than chosen",
      "name it with --config if you trust it",
    );
  if (!Array.isArray(field.value)) {
    const line = field.text();
    return line === undefined ? undefined : { type: "command", command: line };
  }
  const words = (field.list() ?? []).map((each) => each.text());
  if (words.length === 0) return field.fail("is empty", "name the program and its arguments");
  const command = words.filter((word) => word !== undefined);
  return command.length === words.length ? { type: "command", command } : undefined;
}

function profileAuth(field: Field): AuthSettings | undefined {
  const profile = field.text();
  return profile === undefined ? undefined : { type: "aws", profile };
}

function keysAuth(fields: AuthFields): AuthSettings | undefined {
  const accessKeyId = readToken(fields.accessKeyId);
  const secretAccessKey = readToken(fields.secretAccessKey);
  const sessionToken = optional(fields.sessionToken, readToken);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    type: "aws",
    keys: { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
  };
}

function applicationAuth(fields: AuthFields): AuthSettings | undefined {
  const tenantId = readTenant(fields.tenantId);
  const clientId = fields.clientId.text();
  const clientSecret = readToken(fields.clientSecret);
  if (tenantId === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { type: "entra", application: { tenantId, clientId, clientSecret } };
}

// It becomes a part of a path.
function readTenant(field: Field): string | undefined {
  const tenant = field.text();
  return tenant === undefined || /^[\w.-]+$/.test(tenant)
    ? tenant
    : field.fail("is not the id of a tenant", "write the directory's id or its domain");
}

function accountAuth(field: Field): AuthSettings | undefined {
  const account = field.value instanceof Map ? inlineAccount(field) : fileAccount(field);
  return account === undefined ? undefined : { type: "serviceAccount", account };
}

function fileAccount(field: Field): ServiceAccount | undefined {
  const text = field.key();
  if (text === undefined) return undefined;
  const json = jsonIn(text);
  if (!isObject(json ?? null)) return field.fail("is not JSON", "write file:PATH of the service account's JSON file");
  return checkedAccount(field, json as Record<string, unknown>);
}

function inlineAccount(field: Field): ServiceAccount | undefined {
  const entries = [...(field.map() ?? [])].filter(([, { value }]) => typeof value === "string" && value !== "");
  return checkedAccount(field, Object.fromEntries(entries.map(([name, each]) => [name, each.key()])));
}

function checkedAccount(field: Field, file: Readonly<Record<string, unknown>>): ServiceAccount | undefined {
  const account = readServiceAccount(file);
  return typeof account === "string"
    ? field.fail(account, "create a key for the service account, and use its JSON file")
    : account;
}

/** Reads a secret that becomes a header or a field of a form. */
export function readToken(field: Field): string | undefined {
  const key = field.key();
  return key === undefined || /^[\x21-\x7e]+$/.test(key)
    ? key
    : field.fail("has characters that no key has", "look for spaces, line ends and quotes in it");
}
