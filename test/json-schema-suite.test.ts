import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CORPUS } from "./support/corpus.ts";
import { covered, difference } from "./support/diff.ts";
import { type Case, type Converted, convert } from "./support/engine.ts";
import { schemaIn } from "./support/forms.ts";
import { equal, isObject, type Json, type JsonObject } from "./support/json.ts";
import { draftOf, walk } from "./support/schema.ts";
import { type Failure, tell } from "./support/tally.ts";
import { judge } from "./support/validate.ts";
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
  test.each(present ? files() : [])("$draft $file", ({ draft, file }) => {
    const failures = groups(draft, file).flatMap((group) => CASES.flatMap((at) => examine(suiteOf(group, draft), at)));
    expect(failures.length, tell(failures)).toBe(0);
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
  const data = tests.map((each) => each.data);
  const name = description.replace(/[^A-Za-z0-9]+/g, "_").slice(0, 60);
  if (refers(schema) && isObject(schema)) return { name: description, tool: { name, inputSchema: schema }, data };
  const inputSchema = {
    $schema: DRAFTS[draft] as string,
    type: "object",
    properties: { value: withoutDraft(schema) },
    required: ["value"],
  };
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

function examine({ name, tool, data }: Suite, at: Case): Failure[] {
  const outcome = convert(tool, at);
  const label = `${at.target.id}: ${name}`;
  if (outcome.type === "refused") return [];
  return [...silent(tool, outcome, at), ...unsound({ name, tool, data }, outcome, at)].map((found) => ({
    tool: label,
    ...found,
  }));
}

function silent(tool: JsonObject, { value, losses, changes }: Converted, { target }: Case): Omit<Failure, "tool">[] {
  return difference(tool.inputSchema, schemaIn(value, target.dialect), ROOT)
    .filter((pointer) => !covered(pointer, losses, changes))
    .map((pointer) => ({ pointer, message: "differs, and no loss or change says so" }));
}

function unsound({ tool, data }: Suite, converted: Converted, { target }: Case): Omit<Failure, "tool">[] {
  const draft = draftOf(tool.inputSchema);
  const original = judge(tool.inputSchema as Json, draft);
  const weak = weaken([tool], converted.losses, ROOT);
  const lowered = judge(schemaIn(converted.value, target.dialect));
  const weakened = judge(weak.schema, draft);
  const there = data
    .filter((x) => original.valid(x) === true)
    .flatMap((x) => {
      const low = converted.lower(x);
      if (lowered.valid(low) === false)
        return [{ pointer: ROOT, message: `lower(x) is not valid: ${lowered.explain(low)}`, example: { x, low } }];
      return equal(converted.lift(low), x)
        ? []
        : [{ pointer: ROOT, message: "lift(lower(x)) is not x", example: { x, low, again: converted.lift(low) } }];
    });
  const back = data
    .filter((y) => lowered.valid(y) === true && weakened.valid(converted.lift(y)) === false)
    .map((y) => ({
      pointer: ROOT,
      message: `lift(y) is not valid: ${weakened.explain(converted.lift(y))}`,
      example: { y },
    }));
  const lost = weak.unresolved.map((pointer) => ({ pointer, message: "a loss names what is not in the source" }));
  return [...there, ...back, ...lost];
}
