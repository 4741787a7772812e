// Checks of what a decoder is given. Each fails with what was expected and where, in place of decoding a wrong value to
// an empty one.

import { isArray, isObject, isTextOrList, kindOf } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Report } from "../report.ts";

/** Returns a value that must be an object; fails with what was expected otherwise. */
export function expectObject(value: Json, expected: string, report: Report): JsonObject {
  return isObject(value) ? value : report.fail("wrong-type", `expected ${expected}, got ${kindWithArticle(value)}`);
}

/** Fails for a field of the wrong type, because dropping it would lose everything in it. */
function expectField(object: JsonObject, key: string, is: (value: Json) => boolean, report: Report): void {
  const value = object[key];
  if (value === undefined || value === null || is(value)) return;
  report.at(key).fail("wrong-type", `${key} may not be ${kindWithArticle(value)}`);
}

/** Fails for an object that has none of the fields that identify it. */
function expectAny(object: JsonObject, keys: readonly string[], expected: string, report: Report): void {
  if (keys.some((key) => object[key] !== undefined && object[key] !== null)) return;
  report.fail("missing-field", `expected ${expected}, which has ${keys.join(" or ")}`);
}

/**
 * The fields of a body that are checked before it is decoded, so that a conversation is never dropped as an unknown
 * field.
 */
export interface BodyShape {
  readonly expected: string;
  /** Fields that must be lists. */
  readonly lists?: readonly string[];
  /** Fields that must be lists, or one object instead of a list of one. */
  readonly repeated?: readonly string[];
  /** Fields that must be strings or lists. */
  readonly contents?: readonly string[];
  /** Fields of which at least one must be present. */
  readonly has?: readonly string[];
}

/** Returns a body with the right shape; fails with what is wrong and where otherwise. */
export function expectBody(
  wire: Json,
  { expected, lists, repeated, contents, has }: BodyShape,
  report: Report,
): JsonObject {
  const body = expectObject(wire, expected, report);
  for (const key of lists ?? []) expectField(body, key, isArray, report);
  for (const key of repeated ?? []) expectField(body, key, isListOrObject, report);
  for (const key of contents ?? []) expectField(body, key, isTextOrList, report);
  if (has !== undefined) expectAny(body, has, expected, report);
  return body;
}

function isListOrObject(value: Json): boolean {
  return isArray(value) || isObject(value);
}

/** Fails for a block of another type. */
export function expectType(wire: Json, type: string, report: Report): void {
  const found = isObject(wire) ? wire.type : undefined;
  if (found !== type)
    report.fail("wrong-type", `expected a ${type} block, got ${JSON.stringify(found ?? wire)}`.slice(0, 200));
}

/** Returns a message with one of the roles; fails otherwise. */
export function expectRole(wire: Json, roles: readonly string[], report: Report): JsonObject {
  const message = expectObject(wire, "a message", report);
  if (roles.includes(String(message.role).toLowerCase())) return message;
  return report.fail("unknown-role", `expected a message of role ${roles.join(" or ")}`);
}

/** Returns the name that a layout has read; fails if there is none. */
export function expectName(name: Json | undefined, expected: string, report: Report): string {
  if (typeof name === "string" && name !== "") return name;
  return report.fail("missing-name", `expected ${expected} with a name`);
}

/** The JSON type of a value with its article, for messages. */
export function kindWithArticle(value: Json): string {
  const kind = kindOf(value);
  if (kind === "null") return kind;
  return kind === "array" || kind === "object" ? `an ${kind}` : `a ${kind}`;
}
