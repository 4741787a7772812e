import { type Converted, convert } from "../../support/engine.ts";
import type { Json, JsonObject } from "../../support/json.ts";

/** A target under one profile. */
export interface Place {
  readonly to: string;
  readonly profile: string;
  readonly variant?: string;
}

/** One rewrite of one schema. */
export interface Row extends Place {
  readonly rule: string;
  readonly what: string;
  readonly schema: JsonObject;
  /** The codes of all losses; none where the rewrite is lossless. */
  readonly losses: readonly string[];
  /** Values of the source that chance does not find. */
  readonly also?: readonly Json[];
}

export const STRICT: Place = { to: "openai-chat", profile: "strict" };
export const CLAUDE: Place = { to: "anthropic", profile: "native" };
export const CLAUDE_STRICT: Place = { to: "anthropic", profile: "strict" };
export const GEMINI: Place = { to: "gemini", profile: "native" };
export const PROTO: Place = { to: "gemini", profile: "native", variant: "parameters" };
export const EXECUTABLE: Place = { to: "executable", profile: "native" };

export const STRING: JsonObject = { type: "string" };
export const INTEGER: JsonObject = { type: "integer" };
export const MAP: JsonObject = { type: "object", additionalProperties: INTEGER };
export const PAIR: JsonObject = { type: "array", prefixItems: [STRING, INTEGER], items: false, minItems: 2 };
export const POINT: JsonObject = { type: "object", properties: { x: INTEGER, y: STRING }, required: ["x"] };
export const TREE: JsonObject = {
  type: "object",
  properties: { label: STRING, children: { type: "array", items: { $ref: "#/$defs/tree" } } },
  required: ["label"],
};

type ReportEntries = [schema: JsonObject, more?: Partial<Pick<Row, "losses" | "also">>];

export function rows(rule: string, place: Place, reported: Readonly<Record<string, ReportEntries>>): Row[] {
  return Object.entries(reported).map(([what, [schema, more]]) => ({
    rule,
    ...place,
    what,
    schema,
    losses: [],
    ...more,
  }));
}

export function object(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

// A text in addition to the property under test, so that there are always different values.
export function tool(properties: JsonObject): JsonObject {
  return object({ ...properties, note: STRING });
}

export function maybe(schema: Json): JsonObject {
  return { type: "object", properties: { field: schema, note: STRING }, required: ["note"] };
}

export function optional(schema: Json): JsonObject {
  return { type: "object", properties: { field: schema } };
}

export function parsed(text: string): JsonObject {
  return JSON.parse(text);
}

export function convertRow({ schema, to, profile, variant }: Place & { readonly schema: JsonObject }): Converted {
  const target = { id: to, dialect: to, ...(variant === undefined ? {} : { variant }) };
  const outcome = convert({ name: "t", inputSchema: schema }, { target, profile });
  if (outcome.type === "refused") throw new Error(outcome.reason);
  return outcome;
}
