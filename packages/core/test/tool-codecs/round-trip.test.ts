import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertTools } from "../../../../test/support/dynamic.ts";
import { runs } from "../../../../test/support/extent.ts";
import { dialectNames } from "../../src/dialects/ids.ts";
import { findDialect } from "../../src/dialects/index.ts";
import { equalJson } from "../../src/json/value.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { FunctionFields, ToolFields } from "../../src/model/tool.ts";
import { parsePointer } from "../../src/place.ts";
import { toolFieldPlace } from "../../src/tool-place.ts";
import { toolArbitraries } from "../tool-arbitraries.ts";
import { convert, draftOf, ids, read, schema, write } from "./codecs.ts";

describe.each(ids)("the tools of %s", (id) => {
  const wires = toolArbitraries[id] as fc.Arbitrary<Json[]>;

  test("come back as they were, with nothing lost", () => {
    fc.assert(
      fc.property(wires, (wire) => {
        const { value, losses } = convert(wire, id, id);
        expect(equalJson(value, wire), JSON.stringify({ wire, value })).toBe(true);
        expect(losses).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  test("share nothing that can be changed with what they become", () => {
    fc.assert(
      fc.property(wires, fc.constantFrom(...ids), fc.constantFrom("native", "passthrough"), (wire, to, profile) => {
        const given = new Set(objectsIn(wire));
        const { value } = convertTools(wire, { from: id, to, profile, onInvalid: "skip" });
        expect(objectsIn(value).filter((each) => given.has(each))).toEqual([]);
      }),
      { numRuns: runs(250) },
    );
  });

  test("know where each of their fields stands in the source", () => {
    fc.assert(
      fc.property(wires, (wire) => {
        for (const tool of read(wire, id)) {
          for (const field of Object.keys(tool.origin?.fields ?? {})) {
            const found = pointed(wire, toolFieldPlace(tool, field).pointer);
            if (saysSomething(found)) expect(found).toEqual(canonical(tool, field) ?? found);
          }
        }
      }),
      { numRuns: runs(250) },
    );
  });

  test("lose nothing that is not in the source", () => {
    fc.assert(
      fc.property(wires, fc.constantFrom(...ids), (wire, target) => {
        for (const { path } of convert(wire, id, target).losses) expect(pointed(wire, path), path).toBeDefined();
      }),
      { numRuns: runs(250) },
    );
  });

  test("keep every field that the profile promises", () => {
    const promised = findDialect(id)?.profile.toolFields ?? new Set();
    const [back] = read(write([draftOf(FULL)], id), id);
    for (const field of promised) expect(canonical(back as ToolFields, field), field).toEqual(canonical(FULL, field));
  });
});

describe("a dialect", () => {
  test("is found by its id and its aliases", () => {
    expect(dialectNames().map((name) => findDialect(name)?.id)).not.toContain(undefined);
    expect(findDialect("claude")?.id).toBe("anthropic");
    expect(findDialect("esperanto")).toBeUndefined();
  });
});

const FULL: FunctionFields = {
  type: "function",
  name: "f",
  inputSchema: schema,
  outputSchema: schema,
  title: "F",
  strict: true,
  annotations: { readOnlyHint: true },
  icons: [{ src: "https://example.org/i.png" }],
  meta: { a: 1 },
  namespace: "n",
  deferLoading: true,
  allowedCallers: ["direct"],
  inputExamples: [{ city: "Paris" }],
  eagerInputStreaming: true,
  cacheControl: { type: "ephemeral" },
};

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

function canonical(tool: ToolFields, field: string): unknown {
  return (tool as unknown as Record<string, unknown>)[field];
}

/** `null` and an empty object may mean the canonical value. */
function saysSomething(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !equalJson(value, {});
}

/** What a pointer names, through lists too. */
function pointed(wire: Json, pointer: string): Json | undefined {
  let value: Json | undefined = wire;
  for (const key of parsePointer(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
