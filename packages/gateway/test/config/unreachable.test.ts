import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/read.ts";
import { matchesPattern } from "../../src/config/targets.ts";
import { coversPattern } from "../../src/config/unreachable.ts";

async function warningsOf(routes: string): Promise<string[]> {
  const warnings: string[] = [];
  const text = `providers:
  a: { dialect: ollama, baseUrl: "http://127.0.0.1:1" }
routes:
${routes}`;
  await readConfig(text, { name: "toolglot.yaml", env: {}, warn: (warning) => warnings.push(warning) });
  return warnings;
}

describe("a route that can never match", () => {
  it("is warned of if an earlier pattern matches the same models", async () => {
    expect(await warningsOf('  - { match: "claude-*", to: a/x }\n  - { match: "claude-*haiku*", to: a/y }\n')).toEqual([
      expect.stringMatching(
        /^toolglot\.yaml:5:\d+: .*can never match: "claude-\*" before it matches the same models; remove it, or move it up$/,
      ),
    ]);
    expect(await warningsOf('  - { match: "*", to: a/x }\n  - { match: "gpt-5", to: a/y }\n')).toHaveLength(1);
  });

  it("is warned of if clients of these names ask a provider directly", async () => {
    expect(await warningsOf('  - { match: "a/*", to: a/x }\n')).toEqual([
      expect.stringContaining("can never match: a name that begins with a/ asks that provider directly"),
    ]);
  });

  it("is not seen where every route can match", async () => {
    expect(
      await warningsOf(
        '  - { match: "claude-*haiku*", to: a/x }\n  - { match: "claude-*", to: a/y }\n  - { match: "b/*", to: a }\n  - { match: "*", to: a/z }\n',
      ),
    ).toEqual([]);
  });
});

describe("whether a pattern covers another", () => {
  it.each([
    ["*", "anything", true],
    ["*", "*", true],
    ["a*", "a*b*", true],
    ["a*b*", "a*", false],
    ["*a*", "ba*", true],
    ["a", "a", true],
    ["a", "a*", false],
    ["a*c", "abc", true],
    ["a*c", "a*bc", true],
    ["a*bc", "a*c", false],
    ["", "", true],
  ])("%j covers %j: %j", (one, other, expected) => {
    expect(coversPattern(one, other)).toBe(expected);
  });

  it("means that it matches every name of the other", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
    const fill = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 3 }), {
      minLength: 6,
      maxLength: 6,
    });
    fc.assert(
      fc.property(pattern, pattern, fill, (one, other, fills) => {
        let star = 0;
        const name = other.replaceAll("*", () => fills[star++] ?? "");
        expect(matchesPattern(other, name)).toBe(true);
        if (coversPattern(one, other)) expect(matchesPattern(one, name)).toBe(true);
        // A character that no pattern has stands for whatever `*` may match.
        else expect(matchesPattern(one, other.replaceAll("*", "z"))).toBe(false);
      }),
    );
  });
});
