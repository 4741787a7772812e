import { decodeFacts } from "./code.ts";
import { DATA } from "./data.ts";
import type { Facts } from "./facts.ts";
import { modelNames } from "./name.ts";
import { FAMILIES, type FactRule, OVERRIDES } from "./overrides.ts";

/**
 * What is known of a model by its name, in whichever form: `openai/gpt-5.6`, `us.anthropic.claude-opus-5-v1:0`, …
 *
 * @example
 * factsOf("models/gemini-2.5-flash").largestBudget; // 24576
 */
export function factsOf(model: string | undefined): Facts {
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
  const names = modelNames(model);
  const [name = ""] = names;
  const found = names.toReversed().map((each) => table().get(each));
  const coded = found.flatMap((code) => (code === undefined ? [] : [decodeFacts(code)]));
  const all: Facts[] = [...matching(FAMILIES, name), ...coded, ...matching(OVERRIDES, name)];
  return all.length === 0 ? NOTHING : Object.assign({}, ...all);
}

function matching(rules: readonly FactRule[], name: string): Facts[] {
  return rules.flatMap(({ models, facts }) => (models.test(name) ? [facts] : []));
}

let read: ReadonlyMap<string, string> | undefined;

function table(): ReadonlyMap<string, string> {
  read ??= readTable();
  return read;
}

function readTable(): ReadonlyMap<string, string> {
  const lines = DATA.trim()
    .split("\n")
    .map((line) => line.split("|"));
  return new Map(lines.flatMap(([code = "", names = ""]) => names.split(" ").map((name) => [name, code] as const)));
}
