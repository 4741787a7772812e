import { isObject } from "../../json/value.ts";
import type { FieldMapping } from "../../mapping/field-mapping.ts";
import { bytesToBase64 } from "../../mapping/values/base64.ts";
import type { Json } from "../../model/json.ts";

/** A field with bytes: Base64 in JSON, a `Uint8Array` in the requests and responses of AWS's SDK. */
export function bytes(at: string): FieldMapping {
  return { at: [at], is: (value) => base64Of(value) !== undefined };
}

/** The Base64 of such a field. */
export function base64Of(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  const object: unknown = value;
  return object instanceof Uint8Array ? bytesToBase64(object) : undefined;
}

/** An event of AWS's SDK as JSON. */
export function eventAsJson(event: Json): Json {
  return withBase64(event, DEEPEST);
}

/** Where bytes are in an event: `contentBlockDelta.delta.image.source.bytes`. */
const DEEPEST = 5;

function withBase64(value: Json, depth: number): Json {
  if (!isObject(value)) return value;
  const encoded = base64Of(value);
  if (encoded !== undefined || depth === 0) return encoded ?? value;
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, withBase64(each, depth - 1)]));
}
