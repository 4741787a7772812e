import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import type { Concept, Translated } from "./support/concept.ts";
import { concepts } from "./support/concepts.ts";
import { CONCEPTS, type ConversationCase, readConversationCases } from "./support/conversation-cases.ts";
import { isDrawn } from "./support/extent.ts";
import { equal } from "./support/json.ts";
import { readingOf } from "./support/response-concepts.ts";
import { reportedLosses, sortedLosses } from "./support/rosetta.ts";

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
        expect(reported, `${concept}/${name} to ${target}`).toEqual(sortedLosses(reported));
      }
  });
});

for (const each of CASES) {
  const concept = concepts[each.concept];
  // Each case in some dialects, and each dialect in some cases.
  const tried = concept.dialects.filter((_, place) => isDrawn(5, CASES.indexOf(each), place));
  describe(`${each.concept}/${each.name}: ${each.meaning}`, () => {
    it.each(tried)(`${each.name} in %s`, (dialect) => checkDialect(each, concept, dialect));
  });
}

/** What holds for a case in one dialect. The checks are soft, so that a failure does not hide others. */
async function checkDialect(each: ConversationCase, concept: Concept, dialect: string): Promise<void> {
  const { source } = each;
  const file = each.files.get(dialect) as Json;
  if (dialect !== source) {
    const { value, losses } = translate(each, dialect);
    expect.soft(value, `the translation from ${source} is the file`).toStrictEqual(file);
    expect
      .soft(reportedLosses(losses), "the losses are those of losses.json")
      .toEqual(sortedLosses(each.losses[dialect] ?? []));
    if (isKept(each, concept, dialect)) await expectSameEverywhere(each, concept, dialect);
  }
  const again = concept.again(file, dialect, each);
  expect.soft(again.value, "decoded and encoded in its own dialect, it is the same").toStrictEqual(file);
  expect.soft(again.losses, "decoded and encoded in its own dialect, it loses nothing").toEqual([]);
  const violations = concept.violations(file, dialect, each);
  if (each.malformed && dialect === source) expect.soft(violations, "it is refused").not.toEqual([]);
  else expect.soft(violations, "it is legal").toEqual([]);
  if (concept.read === undefined || each.readOtherwise.includes(dialect)) return;
  if (!isDrawn(5, CASES.indexOf(each), concept.dialects.indexOf(dialect))) return;
  const read = readingOf(await concept.read(file, dialect));
  expect
    .soft(read, `the official SDK reads the same as from ${source}`)
    .toEqual(readingOf(await readSource(each, concept)));
}

const sourceReadings = new Map<ConversationCase, ReturnType<NonNullable<Concept["read"]>>>();

function readSource(each: ConversationCase, concept: Concept): ReturnType<NonNullable<Concept["read"]>> {
  if (!sourceReadings.has(each)) sourceReadings.set(each, concept.read?.(sourceOf(each), each.source));
  return sourceReadings.get(each);
}

// A file that was written without a change translates to every other dialect as well as the source does.
async function expectSameEverywhere(each: ConversationCase, concept: Concept, dialect: string): Promise<void> {
  const meaning = concept.meaning ?? ((file: Json) => file);
  for (const [place, other] of concept.dialects.entries()) {
    if (other === dialect || other === each.source) continue;
    if (!isDrawn(13, place, CASES.indexOf(each) + concept.dialects.indexOf(dialect))) continue;
    const ends = { from: dialect, to: other };
    const { value } = concept.translate(each.files.get(dialect) as Json, ends, each);
    // The usual requests of two dialects can differ, so both files are put into the same one.
    const meant = (file: Json) => meaning(concept.inFrame?.(file, ends, each) ?? file, other);
    const expected = await meant(each.files.get(other) as Json);
    expect.soft(await meant(value), `translated to ${other}, it means the same`).toStrictEqual(expected);
  }
}

// Errors report no losses; one that is the same after the way back has lost nothing. With a profile, values were lifted once already.
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

// Several checks need the same translation.
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
