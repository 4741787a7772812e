import type { JsonObject } from "@toolglot/core";
import { sample } from "./pattern.ts";

/** A text that is valid under the schema: one of its pattern or format, else the property's name. */
export function textFor(schema: JsonObject, name: string): string {
  const { format, pattern } = schema;
  const matching = typeof pattern === "string" ? sample(pattern) : undefined;
  const text = matching ?? (typeof format === "string" ? FORMATS[format] : undefined) ?? name;
  const { least, most } = lengths(schema);
  // If the pattern ends with a repetition, the last character can be repeated.
  const long = text.length < least ? text.padEnd(least, matching?.at(-1) ?? "x") : text;
  return long.length > most ? long.slice(0, most) : long;
}

/** Whether the text has a valid length. */
export function textFits(text: string, schema: JsonObject): boolean {
  const { least, most } = lengths(schema);
  return text.length >= least && text.length <= most;
}

function lengths({ minLength, maxLength }: JsonObject): { least: number; most: number } {
  return {
    least: typeof minLength === "number" ? minLength : 0,
    most: typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY,
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05Z",
  duration: "PT1H",
  email: "someone@example.com",
  "idn-email": "someone@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "/",
  iri: "https://example.com/",
  "iri-reference": "/",
  url: "https://example.com/",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  "json-pointer": "/a",
  "relative-json-pointer": "0",
  "uri-template": "/{id}",
  regex: "^a$",
  byte: "YQ==",
};
