import { eachSchema, type MessageFor, type Rule } from "./rule.ts";

/** What a target does with each keyword. */
export interface KeywordTable {
  readonly accepted: ReadonlySet<string>;
  /** Keywords that are refused, if those outside the lists are ignored. */
  readonly refused?: ReadonlySet<string>;
  /** Keywords that are ignored, if those outside the lists are refused. */
  readonly ignored?: ReadonlySet<string>;
  /** What happens to keywords outside the lists. */
  readonly others: "refused" | "ignored";
  readonly refusedMessage: MessageFor;
  readonly ignoredMessage: MessageFor;
}

/** Only keywords that the target supports. */
export function allowedKeywords(table: KeywordTable): Rule {
  return eachSchema(({ schema, place }, problems) => {
    for (const keyword of Object.keys(schema)) {
      const status = statusOf(keyword, table);
      if (status === "refused") problems.error(place.at(keyword), "unsupported-keyword", table.refusedMessage(keyword));
      if (status === "ignored") problems.warn(place.at(keyword), "ignored-keyword", table.ignoredMessage(keyword));
    }
  });
}

function statusOf(keyword: string, table: KeywordTable): "accepted" | "refused" | "ignored" {
  if (table.accepted.has(keyword)) return "accepted";
  if (table.refused?.has(keyword)) return "refused";
  if (table.ignored?.has(keyword)) return "ignored";
  return table.others;
}
