import * as all from "./all.ts";
import { describeValue } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

export type { Keyword, SubschemaLayout } from "./keyword.ts";

/** All keywords that have a file in this folder. */
export const keywords: readonly Keyword[] = Object.values(all);

/** What is known about a keyword; one that is not known is an annotation, which may be about any value. */
export function keywordOf(name: string): Keyword {
  return byName.get(name) ?? UNKNOWN;
}

/** The names of the keywords that have a trait. */
export function keywordsWhere(hasTrait: (keyword: Keyword) => boolean): ReadonlySet<string> {
  return new Set(keywords.filter(hasTrait).map(({ name }) => name));
}

const byName: ReadonlyMap<string, Keyword> = new Map(keywords.map((keyword) => [keyword.name, keyword]));

const UNKNOWN: Keyword = defineKeyword({
  name: "",
  role: "annotation",
  describe: (value, name) => describeValue(name, value),
});
