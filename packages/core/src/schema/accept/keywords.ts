import { each, type MessageFor, type Rule } from "./rule.ts";

/** What a target does with each keyword. */
export interface KeywordTable {
  readonly accepted: ReadonlySet<string>;
  /** Keywords that are refused although others outside the list are not. */
  readonly refused?: ReadonlySet<string>;
  /** Keywords that are ignored although others outside the list are not. */
  readonly ignored?: ReadonlySet<string>;
  /** What happens to all the others. */
  readonly others: "refused" | "ignored";
  readonly refusal: MessageFor;
  readonly ignorance: MessageFor;
}

/** Only keywords that the target knows. */
export function keywords(table: KeywordTable): Rule {
  return each(({ schema, place }, findings) => {
    for (const keyword of Object.keys(schema)) {
      const fate = fateOf(keyword, table);
      if (fate === "refused") findings.error(place.at(keyword), "unsupported-keyword", table.refusal(keyword));
      if (fate === "ignored") findings.warn(place.at(keyword), "ignored-keyword", table.ignorance(keyword));
    }
  });
}

function fateOf(keyword: string, table: KeywordTable): "accepted" | "refused" | "ignored" {
  if (table.accepted.has(keyword)) return "accepted";
  if (table.refused?.has(keyword)) return "refused";
  if (table.ignored?.has(keyword)) return "ignored";
  return table.others;
}
