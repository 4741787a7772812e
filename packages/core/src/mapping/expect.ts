import { isArray, isObject, kindOf } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Report } from "../report.ts";

/** The value as an object, or a refusal that says what was expected. */
export function expectObject(value: Json, expected: string, report: Report): JsonObject {
  return isObject(value) ? value : report.fail("wrong-type", `expected ${expected}, got ${kindWithArticle(value)}`);
}

/** Refuses a field that is there and not what it must be, instead of losing it with all that hangs on it. */
function expectField(object: JsonObject, key: string, is: (value: Json) => boolean, report: Report): void {
  const value = object[key];
  if (value === undefined || value === null || is(value)) return;
  report.at(key).fail("wrong-type", `${key} may not be ${kindWithArticle(value)}`);
}

/** Refuses an object that lacks what makes it one. */
function expectAny(object: JsonObject, keys: readonly string[], expected: string, report: Report): void {
  if (keys.some((key) => object[key] !== undefined && object[key] !== null)) return;
  report.fail("missing-field", `expected ${expected}, which has ${keys.join(" or ")}`);
}

/** What a body must be, so that its conversation is not lost as one field among others. */
export interface BodyShape {
  readonly expected: string;
  /** Fields that are lists where they are there. */
  readonly lists?: readonly string[];
  /** Fields that are lists, or one object for a list of one. */
  readonly repeated?: readonly string[];
  /** Fields that are texts or lists where they are there. */
  readonly contents?: readonly string[];
  /** Of these there is one. */
  readonly has?: readonly string[];
}

/** The body as an object of the shape, or a refusal that says what is wrong and where. */
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

function isTextOrList(value: Json): boolean {
  return typeof value === "string" || isArray(value);
}

/** Refuses a block of another type. */
export function expectType(wire: Json, type: string, report: Report): void {
  const found = isObject(wire) ? wire.type : undefined;
  if (found !== type)
    report.fail("wrong-type", `expected a ${type} block, got ${JSON.stringify(found ?? wire)}`.slice(0, 200));
}

/** The message, or a refusal of one that somebody else says. */
export function expectRole(wire: Json, roles: readonly string[], report: Report): JsonObject {
  const message = expectObject(wire, "a message", report);
  if (roles.includes(String(message.role).toLowerCase())) return message;
  return report.fail("unknown-role", `expected a message of role ${roles.join(" or ")}`);
}

/** The name that a layout has read, or a refusal. */
export function expectName(name: Json | undefined, expected: string, report: Report): string {
  if (typeof name === "string" && name !== "") return name;
  return report.fail("missing-name", `expected ${expected} with a name`);
}

/** A kind of value with its article. */
export function kindWithArticle(value: Json): string {
  const kind = kindOf(value);
  if (kind === "null") return kind;
  return kind === "array" || kind === "object" ? `an ${kind}` : `a ${kind}`;
}
