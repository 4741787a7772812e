import type { JsonObject } from "./json.ts";

/** A JSON Schema as it stands on the wire: an object of keywords, or a boolean. */
export type JsonSchema = JsonObject | boolean;

/** A schema as a caller gives it: JSON Schema, or an object of a schema library (zod, arktype, valibot). */
export type SchemaInput = object | boolean;

/** The seven type names of JSON Schema. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** A schema library's object that can describe itself (https://standardschema.dev/json-schema). */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: number;
    readonly vendor: string;
    readonly jsonSchema: {
      input(options: { target: string }): unknown;
      output(options: { target: string }): unknown;
    };
  };
}
