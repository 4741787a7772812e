import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignToolNames, type ToolKey } from "../src/identity/tool-names.ts";
import type { NameRule } from "../src/model/name-rule.ts";

const OPENAI: NameRule = { characters: "a-zA-Z0-9_-", maxLength: 64 };
const GEMINI: NameRule = { characters: "a-zA-Z0-9_.:-", first: "a-zA-Z_", maxLength: 128 };
const SHORT: NameRule = { characters: "a-z0-9_", first: "a-z_", maxLength: 12 };

// Few characters and separators on purpose: names that are close to each other are the ones that collide.
const name = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.string({ unit: fc.constantFrom("a", "_", ".", "/", "é", "0"), maxLength: 5 }),
  fc.string({ unit: fc.constantFrom("a", "."), minLength: 60, maxLength: 140 }),
);
const tool: fc.Arbitrary<ToolKey> = fc.record({ namespace: name, name }, { requiredKeys: ["name"] });
const tools = fc.uniqueArray(tool, {
  selector: ({ namespace = "", name }) => JSON.stringify([namespace, name]),
  maxLength: 20,
});

describe.each([
  ["64 characters", OPENAI],
  ["a first character of its own", GEMINI],
  ["very few characters", SHORT],
])("assignToolNames with %s", (_, rule) => {
  test("gives legal names only", () => {
    fc.assert(
      fc.property(tools, (set) => {
        for (const given of assignToolNames(set, rule)) expect(given).toMatch(legal(rule));
      }),
    );
  });

  test("distinguishes distinct tools", () => {
    fc.assert(
      fc.property(tools, (set) => {
        expect(new Set(assignToolNames(set, rule)).size).toBe(set.length);
      }),
    );
  });

  test("gives the same name whatever the order of the set", () => {
    fc.assert(
      fc.property(tools, (set) => {
        const turned = set.toReversed();
        expect(assignToolNames(turned, rule)).toEqual(assignToolNames(set, rule).toReversed());
      }),
    );
  });

  test("leaves legal names alone", () => {
    fc.assert(
      fc.property(tools, (set) => {
        const given = assignToolNames(set, rule);
        for (const [index, { namespace = "", name }] of set.entries()) {
          if (namespace === "" && legal(rule).test(name)) expect(given[index]).toBe(name);
        }
      }),
    );
  });
});

describe("assignToolNames", () => {
  test("makes a dotted name legal without a hash if that name is free", () => {
    expect(assignToolNames([{ name: "repo.search" }, { name: "x" }], OPENAI)).toEqual(["repo_search", "x"]);
  });

  test("never lets a dotted name take the name of another tool", () => {
    const [dotted, plain] = assignToolNames([{ name: "a.b" }, { name: "a_b" }], OPENAI);
    expect(plain).toBe("a_b");
    expect(dotted).toMatch(/^a_b_[0-9a-z]{8}$/);
  });

  test("writes the namespace into the name", () => {
    expect(assignToolNames([{ namespace: "crm", name: "find" }], OPENAI)).toEqual(["crm__find"]);
  });

  test("distinguishes a flattened name from an original one", () => {
    const [flattened, plain] = assignToolNames([{ namespace: "crm", name: "find" }, { name: "crm__find" }], OPENAI);
    expect(plain).toBe("crm__find");
    expect(flattened).toMatch(/^crm__find_[0-9a-z]{8}$/);
  });

  test("keeps namespaces apart from names for targets that have them", () => {
    const set = [{ namespace: "crm", name: "find" }, { namespace: "erp", name: "find" }, { name: "find" }];
    expect(assignToolNames(set, OPENAI, { namespaces: "keep" })).toEqual(["find", "find", "find"]);
  });

  test("cuts a long name and keeps its beginning", () => {
    const [cut] = assignToolNames([{ name: `read_${"x".repeat(100)}` }], OPENAI);
    expect(cut).toMatch(/^read_x+_[0-9a-z]{8}$/);
    expect(cut).toHaveLength(64);
  });

  test("leaves out names that are taken, whether they are wished for or made", () => {
    const taken = new Set(["search", "a_b"]);
    const given = assignToolNames([{ name: "search" }, { name: "a.b" }, { name: "c" }], OPENAI, { taken });
    expect(given).toEqual([
      expect.stringMatching(/^search_[0-9a-z]{8}$/),
      expect.stringMatching(/^a_b_[0-9a-z]{8}$/),
      "c",
    ]);
  });

  test("puts a legal character before a first one that is not", () => {
    expect(assignToolNames([{ name: "3d" }, { name: "" }], GEMINI)).toEqual(["_3d", "_"]);
  });
});

function legal({ characters, first, maxLength }: NameRule): RegExp {
  return new RegExp(`^(?=[${first ?? characters}])[${characters}]{1,${maxLength}}$`);
}
