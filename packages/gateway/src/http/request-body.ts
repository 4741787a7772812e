import { type BodyReader, isObject, JsonError, type JsonObject } from "@toolglot/core";
import { GatewayError } from "../errors.ts";
import type { CooperativeScheduler } from "../limits/cooperative-scheduler.ts";

/** Parsing this many bytes takes a few milliseconds. */
const LARGE = 262_144;

/** Parses a request's body. Before and after a large one, other requests get a turn on the event loop. */
export async function readRequestBody(
  bytes: Uint8Array,
  { bodyReader, scheduler }: { readonly bodyReader: BodyReader; readonly scheduler: CooperativeScheduler },
): Promise<JsonObject> {
  if (bytes.length < LARGE) return parseRequestBody(bytes, bodyReader);
  await scheduler.nextTurn();
  const body = parseRequestBody(bytes, bodyReader);
  await scheduler.nextTurn();
  return body;
}

/** Parses a body that must be a JSON object; errors name the offending byte. */
function parseRequestBody(bytes: Uint8Array, reader: BodyReader): JsonObject {
  const value = parse(decode(bytes), reader);
  if (isObject(value)) return value;
  throw invalidBody("invalid_json", "the body must be a JSON object", 0);
}

function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    const repaired = new TextEncoder().encode(lenient.decode(bytes));
    const offset = bytes.findIndex((byte, index) => byte !== repaired[index]);
    throw invalidBody("invalid_utf8", "the body is not UTF-8", offset);
  }
}

function parse(text: string, reader: BodyReader): unknown {
  try {
    return reader.read(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const code = error.code === "too_deep" ? "too_deep" : "invalid_json";
    const what = code === "too_deep" ? "the body is nested too deeply" : "the body is not JSON";
    throw invalidBody(code, `${what}: ${error.message}`, byteLength(text.slice(0, error.offset)));
  }
}

function invalidBody(code: string, message: string, offset: number): GatewayError {
  return new GatewayError("invalid-request", code, `${message}, at byte ${offset}`);
}

// The JSON parser skips a byte order mark; here it is kept, so that offsets count its bytes.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
