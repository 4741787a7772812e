import { readdirSync, readFileSync } from "node:fs";
import { convertTools, parseJson, stringifyJson } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Converted } from "../support/engine.ts";
import { byExtent } from "../support/extent.ts";
import { instances } from "../support/instances.ts";
import { equal, type Json } from "../support/json.ts";
import { withNull, withStandardTypes } from "../support/schema-types.ts";
import { schemaIn } from "../support/tool-layouts.ts";
import { judge } from "../support/validate.ts";
import { weaken } from "../support/weaken.ts";
import { OBJECT_ROWS } from "./rules/object-rows.ts";
import { convertRow, object, PROTO, type Row } from "./rules/row.ts";
import { UNION_ROWS } from "./rules/union-rows.ts";
import { VALUE_ROWS } from "./rules/value-rows.ts";

const COUNT = byExtent({ quick: 12, sample: 100, all: 100 });
const ROOT = "/0/inputSchema";

const ROWS: readonly Row[] = [...OBJECT_ROWS, ...UNION_ROWS, ...VALUE_ROWS];

const ARBITRARY = fc.sample(fc.jsonValue(), { numRuns: 200, seed: 1 }) as Json[];

describe.each(ROWS.map((row) => [nameOf(row), row] as const))("%s", (_, row) => {
  test("obeys the law of lenses", () => {
    const converted = convertRow(row);
    tellsOfItself(row, converted);
    wayThere(row, converted);
    wayBack(row, converted);
  });

  test("is total", () => {
    const { lower, lift } = convertRow(row);
    for (const value of ARBITRARY) {
      lower(value);
      lift(value);
    }
  });
});

test("enum-to-strings keeps every digit of a large number", () => {
  const schema = parseJson(
    '{"type":"object","properties":{"id":{"enum":[12345678901234567890,"12345678901234567890",1]}}}',
  );
  const { lift, lower, losses } = convertTools([{ name: "t", inputSchema: schema }], {
    from: "mcp",
    to: "gemini",
    variant: "parameters",
  });
  expect(losses).toEqual([]);
  for (const text of ['{"id":12345678901234567890}', '{"id":"12345678901234567890"}', '{"id":1}'])
    expect(stringifyJson(lift("t", lower("t", parseJson(text))))).toBe(text);
  expect(lower("t", parseJson('{"id":12345678901234567890}'))).not.toEqual(lower("t", { id: "12345678901234567890" }));
});

test("enum-to-strings accepts another spelling of a number", () => {
  const { lower } = convertRow({ ...PROTO, schema: object({ id: { enum: [100, "x"] } }) });
  expect(lower(parseJson('{"id":1e2}') as Json)).toEqual({ id: "100" });
});

test("has a row for every file that makes a lens", () => {
  const folder = new URL("../../packages/core/src/schema/rules/", import.meta.url);
  const files = readdirSync(folder).filter((file) => MAKES_LENS.test(readFileSync(new URL(file, folder), "utf8")));
  const rules = new Set(ROWS.map(({ rule }) => rule));
  const untested = files.map((file) => file.replace(".ts", "")).filter((name) => !rules.has(LENS_RULES[name] ?? name));
  expect(files.length).toBeGreaterThan(5);
  expect(untested).toEqual([]);
});

const MAKES_LENS = /^(export )?(function|const) \w*Lens\b/m;

/** Files that are named for something else than their rule. */
const LENS_RULES: Readonly<Record<string, string>> = { "object-lens": "property-name" };

function tellsOfItself({ rule, losses }: Row, converted: Converted): void {
  const codes = converted.losses.map(({ code }) => code);
  expect([...new Set(codes)], JSON.stringify(converted.losses)).toEqual(losses);
  expect([...converted.changes.map((change) => change.rule), ...codes]).toContain(rule);
}

function wayThere(row: Row, converted: Converted): void {
  const verdict = judge(loweredOf(row, converted));
  for (const x of [...(row.also ?? []), ...made(row, withNull(row.schema))]) {
    const low = plain(converted.lower(x));
    const again = plain(converted.lift(low));
    if (verdict.valid(low) !== true) expect.fail(`lower(x) is not valid: ${tell({ x, low })} ${verdict.explain(low)}`);
    if (!equal(again, x)) expect.fail(`lift(lower(x)) is not x: ${tell({ x, low, again })}`);
  }
}

function wayBack(row: Row, converted: Converted): void {
  const { schema, unresolved } = weaken([{ name: "t", inputSchema: row.schema }], converted.losses, ROOT);
  expect(unresolved).toEqual([]);
  const verdict = judge(withNull(withStandardTypes(schema)));
  for (const y of made(row, loweredOf(row, converted))) {
    const high = plain(converted.lift(y));
    if (verdict.valid(high) !== true)
      expect.fail(`lift(y) is not valid: ${tell({ y, high })} ${verdict.explain(high)}`);
  }
}

function made(row: Row, schema: Json): Json[] {
  const found = instances(schema, { seed: nameOf(row), count: COUNT });
  expect(found.length, tell(schema)).toBeGreaterThanOrEqual(COUNT);
  return found;
}

function loweredOf({ to }: Row, { value }: Converted): Json {
  return schemaIn(value, to);
}

// Numbers that kept their digits, as the validator knows them.
function plain(value: Json): Json {
  return JSON.parse(stringifyJson(value));
}

function tell(value: Json): string {
  return JSON.stringify(value).slice(0, 600);
}

function nameOf({ rule, to, variant, profile, what }: Row): string {
  return `${rule} (${[to, variant, profile].filter(Boolean).join(" ")}): ${what}`;
}
