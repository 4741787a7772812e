import type { JsonObject } from "@toolglot/core";

/** A text that the schema allows: one of its format, else the name of what is asked for. */
export function textFor(schema: JsonObject, name: string): string {
  const { format, minLength, maxLength } = schema;
  const text = (typeof format === "string" ? FORMATS[format] : undefined) ?? name;
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY;
  const long = text.length < least ? text.padEnd(least, "x") : text;
  return long.length > most ? long.slice(0, most) : long;
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
