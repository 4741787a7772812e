import { DATA } from "./data.ts";
import { FactTable } from "./fact-table.ts";
import type { Facts } from "./facts.ts";
import { modelNames } from "./name.ts";
import { FAMILIES, type FactRule, OVERRIDES } from "./overrides.ts";

/** The facts of a model that change translations, by its name in whichever form. */
export function relevantFacts(model: string | undefined): Facts {
  if (model === undefined) return NOTHING;
  const known = recent.get(model);
  if (known !== undefined) return known;
  if (recent.size >= MAX_RECENT) recent.clear();
  const facts = lookUp(model);
  recent.set(model, facts);
  return facts;
}

const NOTHING: Facts = {};

/** One request looks up its model several times. Bounded, because clients choose the names. */
const recent = new Map<string, Facts>();
const MAX_RECENT = 256;

function lookUp(model: string): Facts {
  const [name = ""] = modelNames(model);
  const all = [...matching(FAMILIES, name), ...table.factsOf(model), ...matching(OVERRIDES, name)];
  return all.length === 0 ? NOTHING : Object.assign({}, ...all);
}

const table = new FactTable(DATA);

function matching(rules: readonly FactRule[], name: string): Facts[] {
  return rules.flatMap(({ models, facts }) => (models.test(name) ? [facts] : []));
}
