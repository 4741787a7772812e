import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isObject, type Json, type JsonSchema, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { CORPUS } from "../../../test/support/corpus.ts";
import { validate } from "../src/validate.ts";

const SUITE = `${CORPUS}/json-schema-test-suite/tests`;

/** What is not checked on purpose (nothing is fetched), or by its plain meaning alone. */
const OTHERWISE = new RegExp(
  [
    /^refRemote\.json|remote ref|metaschema/,
    /^dynamicRef\.json|with \$dynamicRef$/,
    /pattern with Unicode property escape/,
    /order of evaluation: \$id and \$anchor and \$ref|\$ref prevents a sibling \$id/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

describe.skipIf(!existsSync(SUITE))("the JSON Schema test suite", () => {
  it.each([
    ["draft2020-12", "https://json-schema.org/draft/2020-12/schema"],
    ["draft7", "http://json-schema.org/draft-07/schema#"],
  ])("is agreed with in %s", (draft, address) => {
    const files = readdirSync(`${SUITE}/${draft}`).filter((file) => file.endsWith(".json"));
    const wrong = files.flatMap((file) =>
      misjudged(`${SUITE}/${draft}/${file}`, address).map((each) => `${file}: ${each}`),
    );
    expect([...new Set(wrong)].filter((each) => !OTHERWISE.test(each))).toEqual([]);
  });
});

function misjudged(file: string, address: string): string[] {
  const groups = parseJson(readFileSync(file, "utf8")) as unknown as readonly Group[];
  return groups.flatMap(({ description, schema, tests }) => {
    const dated = isObject(schema) ? { $schema: address, ...schema } : schema;
    const isWrong = tests.some(({ data, valid }) => (validate(data, dated as JsonSchema) === undefined) !== valid);
    return isWrong ? [description] : [];
  });
}
