import type { Json } from "../../model/json.ts";
import { INTEGER, NUMBER } from "../types.ts";
import type { KeywordSite, Outcome } from "./keyword.ts";

/** The inclusive keyword on the same side, and the integer next to an exclusive bound. */
export interface InclusiveBound {
  readonly keyword: string;
  readonly integerFrom: (bound: number) => number;
}

/** Lowers an exclusive bound. For integers, "greater than 3" is "4 or more", which more targets understand. */
export function lowerExclusive(name: string, inclusive: InclusiveBound, value: Json, site: KeywordSite): Outcome {
  if (site.supports(name)) return "kept";
  const bound = Number(value);
  const isInteger = (site.types & NUMBER) === INTEGER;
  const isSafe = Number.isSafeInteger(Math.floor(bound)) && Number.isSafeInteger(Math.ceil(bound));
  if (!isInteger || !isSafe || !site.supports(inclusive.keyword)) return "lost";
  return { keyword: inclusive.keyword, value: inclusive.integerFrom(bound), rule: "exclusive-bound" };
}
