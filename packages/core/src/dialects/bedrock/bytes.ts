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
