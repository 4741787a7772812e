import type { ProfileName } from "@toolglot/core";
import { isProfileName, profileNames } from "@toolglot/core/base";
import type { Caching, LossPolicy, Retries, Timeouts, ToolSearchMode } from "./config.ts";
import type { Field } from "./field.ts";

/** An object without its `undefined` fields. */
export type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Reads a field if the config has it. */
export function optional<T>(field: Field, read: (field: Field) => T | undefined): T | undefined {
  return field.absent ? undefined : read(field);
}

export function readProfile(field: Field): ProfileName | undefined {
  const name = field.text();
  return name === undefined || isProfileName(name) ? name : field.unknownWord(name, profileNames);
}

export function readOnLoss(field: Field): LossPolicy | undefined {
  return field.choice(["report", "refuse"]);
}

export function readToolSearch(field: Field): ToolSearchMode | undefined {
  return field.value === false ? "off" : field.choice(["native", "auto", "off"]);
}

export function readCaching(field: Field): Caching | undefined {
  return field.value === false ? "off" : field.choice(["auto", "off"]);
}

export function readTimeouts(field: Field): Partial<Timeouts> {
  const fields = field.object(["connect", "firstByte", "idle", "total"]);
  if (fields === undefined) return {};
  const time = (each: Field) => optional(each, () => each.duration());
  const { connect, firstByte, idle, total } = fields;
  return defined({ connect: time(connect), firstByte: time(firstByte), idle: time(idle), total: time(total) });
}

/** Reads `false` for none, a number of attempts, or an object. */
export function readRetries(field: Field): Partial<Retries> {
  if (field.value === false) return { attempts: 0 };
  if (!(field.value instanceof Map)) return defined({ attempts: field.integer(0, MAX_RETRIES) });
  const fields = field.object(["attempts", "delay", "maxDelay"]);
  if (fields === undefined) return {};
  const { attempts, delay, maxDelay } = fields;
  return defined({
    attempts: optional(attempts, () => attempts.integer(0, MAX_RETRIES)),
    delay: optional(delay, () => delay.duration()),
    maxDelay: optional(maxDelay, () => maxDelay.duration()),
  });
}

/** More would be a mistake, since the delays double. */
const MAX_RETRIES = 20;

/** Reads headers; names become lower case. */
export function readHeaders(field: Field): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [key, each] of field.map() ?? []) {
    const name = key.toLowerCase();
    const value = each.secret();
    if (!TOKEN.test(name)) each.fail("is not the name of a header", "use letters, digits and dashes");
    else if (CONNECTION_HEADERS.has(name)) each.fail("is a header that the connection itself needs", "leave it out");
    else if (Object.hasOwn(headers, name)) each.fail("is set twice", "leave one out");
    else if (value !== undefined && !FIELD_VALUE.test(value))
      each.fail("has characters that no header may have", "write one line of plain text");
    else if (value !== undefined) headers[name] = value;
  }
  return headers;
}

// https://www.rfc-editor.org/rfc/rfc9110#section-5.5
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "__proto__",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
