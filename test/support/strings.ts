import { format } from "@cfworker/json-schema";
import type { JsonObject } from "./json.ts";
import { isSafe, parsePattern, textFor } from "./pattern.ts";
import type { Random } from "./random.ts";

/** Whether a value goes to the upper or the lower end of what is allowed. */
export type Extreme = "high" | "low";

/** A text for a string schema, odd ones among them; undefined when none was found. */
export function textOf(schema: JsonObject, random: Random, extreme?: Extreme): string | undefined {
  const end = extreme === undefined ? undefined : sized(extreme === "high" ? LONG : "", schema, random);
  if (end !== undefined && obeys(end, schema)) return end;
  for (let attempt = 0; attempt < 24; attempt++) {
    const text = sized(candidate(schema, random), schema, random);
    if (obeys(text, schema)) return text;
  }
  return undefined;
}

/** A key for a free-form map. */
export function keyOf(random: Random): string {
  return random.chance(0.35) ? random.pick(ODD_KEYS) : `${random.pick(TEXT)}${random.int(0, 99)}`;
}

/** A text made from a pattern; it may not match where the pattern looks around. */
export function textMatching(source: string, random: Random): string {
  const pattern = parsePattern(source);
  return pattern === undefined ? random.pick(ODD_TEXTS) : textFor(pattern, random);
}

/** Texts that naive code mistakes for something else. */
export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "null",
  "true",
  "0",
  "-1.5e3",
  '{"a":1}',
  "[1,2]",
  '"quoted"',
  "{",
  "__proto__",
  "constructor",
  "naïve 世界 🚀",
  "line\nbreak\ttab \\ / ~1",
  "\u0000\u2028\u202e",
];

const LONG = "long ".repeat(420);
const ODD_KEYS: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "a/b~c",
  "$ref",
  "type",
  "key",
  "value",
  "ключ",
  "with space",
  "0",
];
const TEXT: readonly string[] = ["alpha", "beta", "gamma", "delta", "omega"];

function candidate(schema: JsonObject, random: Random): string {
  if (typeof schema.format === "string" && FORMATS[schema.format] !== undefined)
    return random.pick(FORMATS[schema.format] as readonly string[]);
  if (typeof schema.pattern === "string" && isSafe(schema.pattern)) return textMatching(schema.pattern, random);
  if (random.chance(0.4)) return random.pick(ODD_TEXTS);
  return Array.from({ length: random.int(1, 3) }, () => random.pick(TEXT)).join(" ");
}

function sized(text: string, schema: JsonObject, random: Random): string {
  const low = typeof schema.minLength === "number" ? schema.minLength : 0;
  const high = typeof schema.maxLength === "number" ? schema.maxLength : Number.POSITIVE_INFINITY;
  let points = [...text];
  if (points.length > high) points = points.slice(0, Math.max(0, high));
  const filler = random.pick(["x", "7", "A"]);
  while (points.length < Math.min(low, 5000)) points.push(filler);
  return points.join("");
}

function obeys(text: string, schema: JsonObject): boolean {
  const { pattern, minLength, maxLength } = schema;
  const length = [...text].length;
  if (typeof minLength === "number" && length < minLength) return false;
  if (typeof maxLength === "number" && length > maxLength) return false;
  if (typeof pattern === "string" && isSafe(pattern) && !new RegExp(pattern, "u").test(text)) return false;
  return typeof schema.format !== "string" || format[schema.format]?.(text) !== false;
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-11-15", "2024-02-29", "1999-12-31"],
  time: ["10:00:00Z", "23:59:59.5+02:00"],
  "date-time": ["2026-11-15T10:00:00Z", "2024-02-29T23:59:59.123+02:00"],
  duration: ["P1D", "PT2H30M", "P3W"],
  uri: ["https://example.com/a?b=c#d", "urn:isbn:0451450523"],
  url: ["https://example.com/", "http://example.org/path"],
  "uri-reference": ["/a/b?c", "https://example.com", "x"],
  "uri-template": ["/users/{id}", "plain"],
  email: ["a@example.com", "first.last+tag@example.org"],
  hostname: ["example.com", "a-b.example"],
  ipv4: ["127.0.0.1", "255.0.3.9"],
  ipv6: ["::1", "2001:db8::8:800:200c:417a"],
  uuid: ["123e4567-e89b-42d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"],
  regex: ["^a+$", "[0-9]{2}"],
  "json-pointer": ["", "/a/0/b~1c"],
  "json-pointer-uri-fragment": ["#/a"],
  "relative-json-pointer": ["0", "1/a"],
};
