import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { close } from "../keywords/additional-properties.ts";

/** The schema of an object that a rule creates, closed if the target requires closed objects. */
export function objectSchema(
  properties: Readonly<Record<string, Json>>,
  required: readonly string[] | undefined,
  profile: SchemaProfile,
): Record<string, Json> {
  const schema: Record<string, Json> = { type: "object", properties };
  if (required !== undefined) schema.required = required;
  if (profile.closed) close(schema);
  return schema;
}
