import { FactTable } from "./fact-table.ts";
import type { Facts } from "./facts.ts";
import { FURTHER_DATA } from "./further-data.ts";
import { relevantFacts } from "./relevant.ts";

/**
 * What is known of a model by its name, in whichever form: `openai/gpt-5.6`, `us.anthropic.claude-opus-5-v1:0`, …
 *
 * @example
 * factsOf("models/gemini-2.5-flash").largestBudget; // 24576
 */
export function factsOf(model: string | undefined): Facts {
  return model === undefined ? {} : Object.assign({}, ...further.factsOf(model), relevantFacts(model));
}

/** What changes no translation is for those who ask, so that small bundles leave it out. */
const further = new FactTable(FURTHER_DATA);
