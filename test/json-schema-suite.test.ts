import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CORPUS } from "./support/corpus.ts";
import { covered, difference, explained } from "./support/diff.ts";
import { type Case, type Converted, convert, type Refused } from "./support/engine.ts";
import { someOf } from "./support/extent.ts";
import { equal, isObject, type Json, type JsonObject } from "./support/json.ts";
import { type Failure, formatFailures } from "./support/law-results.ts";
import { resolve } from "./support/pointer.ts";
import { closed, draftOf, walk } from "./support/schema.ts";
import { schemaIn } from "./support/tool-layouts.ts";
import { type Judge, judge } from "./support/validate.ts";
import { weaken } from "./support/weaken.ts";

const SUITE = `${CORPUS}/json-schema-test-suite/tests`;
const DRAFTS: Readonly<Record<string, string>> = {
  draft7: "http://json-schema.org/draft-07/schema#",
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
};
const CASES: readonly Case[] = ["mcp", "anthropic"].map((id) => ({ target: { id, dialect: id }, profile: "native" }));
const ROOT = "/0/inputSchema";

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** A schema of the suite as a tool's, and its data as arguments. */
interface Suite {
  readonly name: string;
  readonly tool: JsonObject;
  readonly data: readonly Json[];
}

const present = existsSync(SUITE);
if (!present) console.warn(`\n*** ${SUITE} is absent: the JSON Schema test suite is skipped ***\n`);

describe.skipIf(!present)("carries the JSON Schema test suite", () => {
  test.each(present ? someOf(files(), 4) : [])("$draft $file", ({ draft, file }) => {
    const failures = groups(draft, file).flatMap((group) => CASES.flatMap((at) => examine(suiteOf(group, draft), at)));
    expect(failures.length, formatFailures(failures)).toBe(0);
  });
});

function files(): { draft: string; file: string }[] {
  return Object.keys(DRAFTS).flatMap((draft) =>
    readdirSync(`${SUITE}/${draft}`)
      .filter((file) => file.endsWith(".json"))
      .map((file) => ({ draft, file })),
  );
}

function groups(draft: string, file: string): Group[] {
  return JSON.parse(readFileSync(`${SUITE}/${draft}/${file}`, "utf8")) as Group[];
}

// A schema with references from its root stays the root, and only its objects are arguments; all others become a property.
function suiteOf({ description, schema, tests }: Group, draft: string): Suite {
  const $schema = DRAFTS[draft] as string;
  const name = description.replace(/[^A-Za-z0-9]+/g, "_").slice(0, 60);
  const data = tests.map((each) => each.data);
  if (refers(schema) && isObject(schema)) {
    return { name: description, tool: { name, inputSchema: { $schema, ...schema } }, data: data.filter(isObject) };
  }
  const properties = { value: withoutDraft(schema) };
  const inputSchema = { $schema, type: "object", properties, required: ["value"] };
  return { name: description, tool: { name, inputSchema }, data: data.map((value) => ({ value })) };
}

function refers(schema: Json): boolean {
  let found = false;
  walk(schema, (each) => {
    found ||=
      isObject(each) &&
      ["$ref", "$dynamicRef", "$id", "$anchor", "$dynamicAnchor"].some((keyword) => Object.hasOwn(each, keyword));
  });
  return found;
}

function withoutDraft(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { $schema: _, ...rest } = schema;
  return rest;
}

function examine(suite: Suite, at: Case): Failure[] {
  const outcome = convert(suite.tool, at);
  const label = `${at.target.id}: ${suite.name}`;
  const found = outcome.type === "refused" ? wronglyRefused(suite, outcome) : wrong(suite, outcome, at);
  return found.map((failure) => ({ tool: label, ...failure }));
}

type Found = Omit<Failure, "tool">;

function wronglyRefused({ tool, data }: Suite, { reason }: Refused): Found[] {
  const satisfied = data.find((x) => judge(tool.inputSchema as Json).valid(x) === true);
  return satisfied === undefined
    ? []
    : [{ pointer: ROOT, message: `refused (${reason}) what can be satisfied`, example: satisfied }];
}

function wrong(suite: Suite, converted: Converted, at: Case): Found[] {
  const { schema, unresolved } = weaken([suite.tool], converted.losses, ROOT);
  return [
    ...unresolved.map((pointer) => ({ pointer, message: "a loss names what is not in the source" })),
    ...silent(suite.tool, converted, at),
    ...there(suite, converted, at),
    ...back(judge(schema, draftOf(suite.tool.inputSchema)), suite, { converted, at }),
  ];
}

function silent(tool: JsonObject, { value, losses, changes }: Converted, { target }: Case): Found[] {
  return difference(tool.inputSchema, schemaIn(value, target.dialect), ROOT)
    .filter((pointer) => !covered(pointer, losses, changes))
    .filter((pointer) => resolve([tool], pointer) !== undefined || !explained(pointer, [...losses, ...changes]))
    .map((pointer) => ({ pointer, message: "differs, and no loss or change says so" }));
}

function there({ tool, data }: Suite, converted: Converted, { target }: Case): Found[] {
  const original = judge(tool.inputSchema as Json);
  const lowered = judge(schemaIn(converted.value, target.dialect));
  return data
    .filter((x) => original.valid(x) === true)
    .flatMap((x) => {
      const low = converted.lower(x);
      const again = converted.lift(low);
      if (!equal(again, x)) return [{ pointer: ROOT, message: "lift(lower(x)) is not x", example: { x, low, again } }];
      return lowered.valid(low) === false
        ? [{ pointer: ROOT, message: `lower(x) is not valid: ${lowered.explain(low)}`, example: { x, low } }]
        : [];
    });
}

function back(weakened: Judge, { data }: Suite, { converted, at }: { converted: Converted; at: Case }): Found[] {
  const lowered = judge(closed(schemaIn(converted.value, at.target.dialect)));
  return data
    .filter((y) => lowered.valid(y) === true)
    .map((y) => ({ y, high: converted.lift(y) }))
    .filter(({ high }) => weakened.valid(high) === false)
    .map((example) => ({ pointer: ROOT, message: `lift(y) is not valid: ${weakened.explain(example.high)}`, example }));
}
