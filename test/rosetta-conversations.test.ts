import type { Json, Loss } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { type Concept, concepts, readingOf, type Translated } from "./support/concepts.ts";
import { CONCEPTS, type ConversationCase, readConversationCases } from "./support/conversation-cases.ts";
import { equal } from "./support/json.ts";
import type { ExpectedLoss } from "./support/rosetta.ts";

const CASES = CONCEPTS.flatMap(readConversationCases);

describe("the Rosetta cases of conversations", () => {
  it.each(CONCEPTS)("are at least twenty for %s", (name) => {
    expect(CASES.filter(({ concept }) => concept === name).length).toBeGreaterThanOrEqual(20);
  });

  it("are each a sentence, with a file for every dialect that has the concept", () => {
    for (const { concept, name, meaning, source, files } of CASES) {
      expect(meaning, name).toMatch(/^[A-Z`].*\.$/s);
      expect(concepts[concept].dialects, name).toContain(source);
      expect([...files.keys()].toSorted(), `${concept}/${name}`).toEqual(concepts[concept].dialects.toSorted());
    }
  });

  it("list losses by path, and no target without losses", () => {
    for (const { concept, name, losses } of CASES)
      for (const [target, reported] of Object.entries(losses)) {
        expect(concepts[concept].dialects, name).toContain(target);
        expect(reported, `${concept}/${name} to ${target}`).not.toEqual([]);
        expect(reported, `${concept}/${name} to ${target}`).toEqual(sorted(reported));
      }
  });
});

for (const each of CASES) {
  const concept = concepts[each.concept];
  describe(`${each.concept}/${each.name}: ${each.meaning}`, () => {
    for (const dialect of concept.dialects) describeDialect(each, concept, dialect);
  });
}

function describeDialect(each: ConversationCase, concept: Concept, dialect: string): void {
  const { name, source } = each;
  const file = each.files.get(dialect) as Json;
  if (dialect !== source) {
    it(`${name} goes from ${source} to ${dialect} as its file says`, () => {
      expect(translate(each, dialect).value).toStrictEqual(file);
    });
    it(`${name} loses on the way from ${source} to ${dialect} what losses.json says, and nothing else`, () => {
      expect(reported(translate(each, dialect).losses)).toEqual(sorted(each.losses[dialect] ?? []));
    });
    it(`${name} in ${dialect} means the same to every dialect, where nothing was changed for it`, async () => {
      if (isKept(each, concept, dialect)) await expectSameEverywhere(each, concept, dialect);
    });
  }
  it(`${name} in ${dialect} comes back the same from its own dialect`, () => {
    const { value, losses } = concept.again(file, dialect, each);
    expect(value).toStrictEqual(file);
    expect(losses).toEqual([]);
  });
  const isMistake = each.malformed && dialect === source;
  it(`${name} in ${dialect} is ${isMistake ? "refused" : "legal"}`, () => {
    const violations = concept.violations(file, dialect, each);
    if (isMistake) expect(violations).not.toEqual([]);
    else expect(violations).toEqual([]);
  });
  if (concept.read !== undefined && !each.readOtherwise.includes(dialect))
    it(`${name} in ${dialect} is read by the official SDK as ${source} is`, async () => {
      const read = readingOf(await concept.read?.(file, dialect));
      expect(read).toEqual(readingOf(await concept.read?.(sourceOf(each), source)));
    });
}

// A file that was written without a change translates to every other dialect as well as the source does.
async function expectSameEverywhere(each: ConversationCase, concept: Concept, dialect: string): Promise<void> {
  const meaning = concept.meaning ?? ((file) => file);
  for (const other of concept.dialects) {
    if (other === dialect || other === each.source) continue;
    const { value } = concept.translate(each.files.get(dialect) as Json, { from: dialect, to: other }, each);
    const meant = await meaning(each.files.get(other) as Json, other);
    expect(await meaning(value, other), `to ${other}`).toStrictEqual(meant);
  }
}

// Errors tell no losses: what comes back as it was has lost nothing. What a profile had lowered was lifted once.
function isKept(each: ConversationCase, concept: Concept, dialect: string): boolean {
  if (each.profile !== undefined || each.readOtherwise.includes(dialect)) return false;
  if (each.concept === "errors") {
    const ends = { from: dialect, to: each.source };
    return equal(concept.translate(each.files.get(dialect) as Json, ends, each).value, sourceOf(each));
  }
  const { losses, changes } = translate(each, dialect);
  return losses.length === 0 && changes.length === 0;
}

// ── helpers ─────────────────────────────────────────────────────────────────

const translated = new Map<string, Translated>();

// The same translation is asked for by several claims.
function translate(each: ConversationCase, dialect: string): Translated {
  const key = `${each.concept}/${each.name} ${dialect}`;
  const known = translated.get(key);
  if (known !== undefined) return known;
  const ends = { from: each.source, to: dialect };
  const value = concepts[each.concept].translate(sourceOf(each), ends, each);
  translated.set(key, value);
  return value;
}

function sourceOf({ files, source }: ConversationCase): Json {
  return files.get(source) as Json;
}

function reported(losses: readonly Loss[]): ExpectedLoss[] {
  return sorted(losses.map(({ feature, path, action }) => ({ feature, path, action })));
}

function sorted(losses: readonly ExpectedLoss[]): ExpectedLoss[] {
  return losses.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}
