import { type BodyReader, isObject, JsonError, type JsonObject } from "@toolglot/core";
import { GatewayError } from "../errors.ts";

/** The object that a request's body is, or an error that says where it stops being one. */
export function parseRequestBody(bytes: Uint8Array, reader: BodyReader): JsonObject {
  const value = parsed(textOf(bytes), reader);
  if (isObject(value)) return value;
  throw unreadable("invalid_json", "the body must be a JSON object", 0);
}

function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    const mended = new TextEncoder().encode(lenient.decode(bytes));
    const offset = bytes.findIndex((byte, index) => byte !== mended[index]);
    throw unreadable("invalid_utf8", "the body is not UTF-8", offset);
  }
}

function parsed(text: string, reader: BodyReader): unknown {
  try {
    return reader.read(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const code = error.code === "too_deep" ? "too_deep" : "invalid_json";
    const what = code === "too_deep" ? "the body is nested too deeply" : "the body is not JSON";
    throw unreadable(code, `${what}: ${error.message}`, byteLength(text.slice(0, error.offset)));
  }
}

function unreadable(code: string, message: string, offset: number): GatewayError {
  return new GatewayError("invalid-request", code, `${message}, at byte ${offset}`);
}

// A byte order mark is forgiven where JSON is read, and counts as the bytes that it is.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
