import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { dialectNames, findDialect, isObject, profileNames, refusableFields } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runs } from "../../../../test/support/extent.ts";
import { bindings } from "../../src/bindings/index.ts";
import {
  defaultInspector,
  defaultReasoning,
  defaultRetries,
  defaultServer,
  defaultStore,
  defaultTimeouts,
  defaultUsage,
} from "../../src/config/defaults.ts";
import { bytes, milliseconds } from "../../src/config/units.ts";
import { platformNames } from "../../src/providers/platforms/index.ts";
import { problemsIn } from "./reading.ts";
import { KEY_ROWS } from "./schema-key-rows.ts";
import { PROVIDER_ROWS } from "./schema-provider-rows.ts";
import { ACCOUNT, GROUPS, type Group, type Row } from "./schema-row.ts";
import { SERVER_ROWS } from "./schema-server-rows.ts";

const schema = JSON.parse(readFileSync(new URL("../../config.schema.json", import.meta.url), "utf8"));
const validator = new Validator(schema as Schema, "2020-12");

const env = { KEY: "sk-1", PORT: "80", TIME: "10s" };

const rows: readonly Row[] = [...PROVIDER_ROWS, ...KEY_ROWS, ...SERVER_ROWS];

describe("the schema of configs", () => {
  it.each(rows)("agrees with the reader about $field", async ({ field, at, right, wrong }) => {
    const config = (value: string) => (typeof at === "string" ? whole({ [at]: `${field}: ${value}` }) : at(value));
    for (const value of right) expect(await verdicts(config(value)), value).toEqual({ schema: true, reader: true });
    for (const value of wrong) expect(await verdicts(config(value)), value).toEqual({ schema: false, reader: false });
  });

  it("agrees with the reader about all of them together", async () => {
    await fc.assert(
      fc.asyncProperty(configs, async ({ text, valid }) => {
        expect(await verdicts(text), text).toEqual({ schema: valid, reader: valid });
      }),
      { numRuns: runs(300) },
    );
  });

  it("describes every field, and every kind of value", () => {
    const ignored = [...nodes(schema)].filter(
      ({ pointer, node }) => isNamed(pointer) && typeof described(node) !== "string",
    );
    expect(ignored.map(({ pointer }) => pointer)).toEqual([]);
  });

  it("has the same enumerations as the code", () => {
    const spoken: readonly string[] = bindings.map(({ dialect }) => dialect);
    const names = dialectNames().filter((name) => spoken.includes(findDialect(name)?.id ?? ""));
    expect([...schema.$defs.dialect.anyOf[0].enum].sort()).toEqual(names.sort());
    expect(schema.$defs.profile.anyOf[0].enum).toEqual(profileNames);
    expect(schema.$defs.platform.anyOf[0].enum).toEqual(platformNames);
    expect(schema.$defs.fields.items.anyOf[0].enum).toEqual(refusableFields);
  });

  it.each([
    ["server", defaultServer, schema.$defs.server],
    ["store", withoutReasoning(defaultStore), schema.$defs.store],
    ["usage", defaultUsage, schema.$defs.usage],
    ["inspector", defaultInspector, schema.$defs.inspector],
    ["reasoning", defaultReasoning, schema.$defs.reasoning],
    ["timeouts", defaultTimeouts, schema.$defs.timeouts],
    ["retries", defaultRetries, schema.$defs.retries.anyOf.at(-1)],
  ])("tells the defaults that hold for %s", (_, defaults, { properties }) => {
    const reported = Object.entries<{ default?: unknown }>(properties).filter(
      ([, { default: value }]) => value !== undefined,
    );
    expect(Object.fromEntries(reported.map(([name, { default: value }]) => [name, plain(value)]))).toEqual(defaults);
  });
});

function withoutReasoning({ reasoning, ...store }: typeof defaultStore): object {
  return store;
}

/** A config of some fields of each group; routes need their provider. */
function whole(fields: Partial<Record<Group, string>>): string {
  const groups = Object.keys(GROUPS) as Group[];
  const content = groups.filter((group) => group === "provider" || fields[group] !== undefined);
  return content.map((group) => GROUPS[group](fields[group] ?? "")).join("\n");
}

/** Configs of many fields, of which now and then one is wrong. */
const configs = fc
  .tuple(
    ...rows.flatMap(({ field, at, right, wrong }) => {
      if (typeof at !== "string") return [];
      const value = fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...right).map((yaml) => ({ yaml, valid: true })) },
        { weight: 1, arbitrary: fc.constantFrom(...wrong).map((yaml) => ({ yaml, valid: false })) },
      );
      return [fc.option(value.map((one) => ({ ...one, group: at, field })))];
    }),
  )
  .map((chosen) => {
    const fields: Partial<Record<Group, string>> = {};
    for (const one of chosen) {
      if (one === null) continue;
      const before = fields[one.group];
      fields[one.group] = `${before === undefined ? "" : `${before}, `}${one.field}: ${one.yaml}`;
    }
    return { text: whole(fields), valid: chosen.every((one) => one?.valid ?? true) };
  });

async function verdicts(text: string): Promise<{ schema: boolean; reader: boolean }> {
  const problems = await problemsIn(text, { env, readFile: (path) => (path.endsWith(".json") ? ACCOUNT : "sk-2") });
  return { schema: validator.validate(parse(text)).valid, reader: problems.length === 0 };
}

function* nodes(node: unknown, pointer = ""): Generator<{ pointer: string; node: Record<string, unknown> }> {
  if (Array.isArray(node)) for (const [index, item] of node.entries()) yield* nodes(item, `${pointer}/${index}`);
  if (!isRecord(node)) return;
  yield { pointer, node };
  for (const [key, value] of Object.entries(node)) yield* nodes(value, `${pointer}/${key}`);
}

// Conditions mention properties that are described elsewhere.
function isNamed(pointer: string): boolean {
  if (pointer.includes("/allOf/")) return false;
  return pointer === "" || /\/(?:properties|\$defs)\/[^/]+$/.test(pointer);
}

function described({ description, $ref }: Record<string, unknown>): unknown {
  const name = typeof $ref === "string" ? $ref.replace("#/$defs/", "") : "";
  return description ?? schema.$defs[name]?.description;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value as never);
}

function plain(value: unknown): unknown {
  return typeof value === "string" ? (milliseconds(value) ?? bytes(value) ?? value) : value;
}
