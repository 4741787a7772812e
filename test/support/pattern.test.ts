import { expect, test } from "vitest";
import { isSafe, parsePattern, textFor } from "./pattern.ts";
import { Random } from "./random.ts";

const PATTERNS = [
  "^[A-Z]{3}$",
  "^\\d{4}-\\d{2}-\\d{2}T(?:[01]\\d|2[0-3])(\\.\\d+)?Z$",
  "^[^/]+/[^/]+$",
  "([0-9]+)|(.+-E[0-9]+)",
  "^[Hh][Tt][Tt][Pp][Ss]?://",
  "^pk\\..*",
  "^(?<year>[12]\\d{3})$",
  "^[\\x20-\\x7E]+$",
  "^[\\w.+-]{1,128}?$",
  "^\\p{L}+\\u0041$",
  "",
];

test.each(PATTERNS)("makes texts that match %s", (source) => {
  const pattern = parsePattern(source);
  for (let seed = 0; seed < 50; seed++) {
    const text = pattern === undefined ? "" : textFor(pattern, new Random(`${seed}`));
    expect(text).toMatch(new RegExp(source, "u"));
  }
});

test.each(["^(a+)+$", "^([a-z]*-)*$", "^(?:x{0,50}y)+$", "(a)\\1", "[", "\\-"])("does not trust %s", (source) => {
  expect(isSafe(source)).toBe(false);
});

test.each(["^(ab)+$", "^([A-F0-9]{0,4}:){1,8}$", "^(?!\\s*$).+"])("trusts %s", (source) => {
  expect(isSafe(source)).toBe(true);
});
