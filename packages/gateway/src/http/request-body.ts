import type { BodyReader, Json, JsonObject } from "@toolglot/core";
import { isObject, JsonError } from "@toolglot/core/base";
import { GatewayError } from "../errors.ts";
import type { CooperativeScheduler } from "../limits/cooperative-scheduler.ts";
import { decodeBody } from "./decode-body.ts";

/** Parsing this many bytes takes a few milliseconds. */
const LARGE = 262_144;

/** Parses a request's body, which must be a JSON object; errors name the offending byte. A large one is parsed in steps. */
export function readRequestBody(bytes: Uint8Array, services: ReadServices): JsonObject | Promise<JsonObject> {
  const text = decode(bytes);
  if (bytes.length >= LARGE) return readLarge(text, services);
  try {
    return expectObject(services.bodyReader.read(text));
  } catch (error) {
    throw readError(error, text);
  }
}

interface ReadServices {
  readonly bodyReader: BodyReader;
  readonly scheduler: CooperativeScheduler;
}

async function readLarge(text: string, { bodyReader, scheduler }: ReadServices): Promise<JsonObject> {
  try {
    return expectObject(await scheduler.begin(bodyReader.readInSteps(text)));
  } catch (error) {
    throw readError(error, text);
  }
}

function readError(error: unknown, text: string): unknown {
  return error instanceof JsonError ? invalidJson(error, text) : error;
}

function expectObject(value: Json): JsonObject {
  if (isObject(value)) return value;
  throw invalidBody("invalid_json", "the body must be a JSON object", 0);
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeBody(bytes);
  } catch {
    const repaired = new TextEncoder().encode(lenient.decode(bytes));
    const offset = bytes.findIndex((byte, index) => byte !== repaired[index]);
    throw invalidBody("invalid_utf8", "the body is not UTF-8", offset);
  }
}

function invalidJson({ code: cause, message, offset }: JsonError, text: string): GatewayError {
  const code = cause === "too_deep" ? "too_deep" : "invalid_json";
  const what = code === "too_deep" ? "the body is nested too deeply" : "the body is not JSON";
  return invalidBody(code, `${what}: ${message}`, byteLength(text.slice(0, offset)));
}

function invalidBody(code: string, message: string, offset: number): GatewayError {
  return new GatewayError("invalid-request", code, `${message}, at byte ${offset}`);
}

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
