import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fastFunctionsOf } from "../src/fast/all.ts";
import { readDefault } from "../src/fast/read-default.ts";
import { count, text } from "../src/mapping/field-mapping.ts";
import { defineLayout } from "../src/mapping/layout.ts";
import { readLayout } from "../src/mapping/read.ts";
import type { JsonObject } from "../src/model/json.ts";

const LAYOUT = defineLayout<string>({
  dialect: "example",
  constants: { "/type": "page", "/place/kind": "web", "/box": { kind: "web" } },
  optional: { "/place/kind": "file", "/note": "none" },
  ignored: ["/id"],
  fields: { url: text("/place/url", "/url"), size: count("/size") },
});

const VALUE = fc.constantFrom("page", "web", "file", "none", "x", 1, null, [], {}, { kind: "web" });
const FIELDS = (keys: readonly string[]) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, VALUE])), { requiredKeys: [] });
const WIRE = fc
  .tuple(
    FIELDS(["type", "note", "id", "url", "size", "other", "place", "box"]),
    fc.option(FIELDS(["kind", "url", "more"])),
  )
  .map(([fields, place]) => (place === null ? fields : { ...fields, place }) as JsonObject);

describe("an object that is read in one pass", () => {
  it("is read as by its layout, whatever its fields are", () => {
    fc.assert(
      fc.property(WIRE, (wire) => {
        const [fast, slow] = [true, false].map((on) => readLayout(LAYOUT, wire, fastFunctionsOf(on)));
        const { values, fields, extras } = fast as NonNullable<typeof fast>;
        expect({ values, fields, extras }).toEqual(slow);
        expect(Object.keys(values)).toEqual(Object.keys(slow?.values ?? {}));
      }),
      { numRuns: 2000 },
    );
  });

  it("may be of another type", () => {
    const reading = readDefault(LAYOUT, { type: "book", place: { kind: "web" }, box: { kind: "web" }, size: 2 });
    expect(reading?.values).toEqual({ size: 2 });
    expect(reading?.extras).toEqual({ "/type": "book" });
  });
});
