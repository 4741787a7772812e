// Writes packages/core/src/facts/data.ts and further-data.ts from LiteLLM's table of models; the output is checked in and reviewed as a diff.
//   npx tsc -b && node scripts/facts.mjs TABLE.json
// TABLE.json: https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json (MIT)
import { readFileSync, writeFileSync } from "node:fs";
import { encodeFacts } from "../packages/core/dist/facts/code.js";
import { EFFORTS } from "../packages/core/dist/facts/facts.js";
import { modelNames } from "../packages/core/dist/facts/name.js";
import { FAMILIES } from "../packages/core/dist/facts/overrides.js";

/** Vendors who serve their own models: of several entries for one model, theirs holds. */
const VENDORS = ["anthropic", "openai", "gemini", "deepseek", "mistral", "moonshot", "xai", "zai", "cohere_chat"];

/** Models that only their vendors serve. How much others may say is up to whoever serves them. */
const CLOSED = /^(?:claude|gpt-\d|o\d|chatgpt|codex|computer-use|gemini)/;

/** Facts that the core does not act upon. */
const FURTHER = ["lookaround", "cacheMinTokens"];
/** Flags of which only `false` matters. */
const ASSUMED = ["reasoning", "toolSearch"];

const FOLDER = new URL("../packages/core/src/facts/", import.meta.url);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("usage: node scripts/facts.mjs TABLE.json");
const entries = Object.entries(JSON.parse(readFileSync(source, "utf8"))).map(readEntry);
const table = folded(entries);
write(
  "data.ts",
  "Facts that change translations, and the models that they hold for; code.ts says what the letters mean.",
  isRelevant,
);
write("further-data.ts", "Facts that change no translation, in the same form.", (...fact) => !isRelevant(...fact));

function readEntry([name, entry]) {
  const names = modelNames(name);
  const own = VENDORS.includes(entry.litellm_provider);
  const { maxTokens, ...facts } = factsIn(entry);
  const bounded = maxTokens !== undefined && CLOSED.test(names[0]);
  return { name: names[0], root: names.at(-1), own, facts: bounded ? { ...facts, maxTokens } : facts };
}

// Only what the core acts upon; prices and sizes of contexts are for those who need them.
function factsIn(entry) {
  return withoutUndefined({
    sampling: entry.supports_sampling_params,
    forcedChoice: entry.supports_forced_tool_use,
    prefill: entry.supports_assistant_prefill,
    midSystem: entry.supports_mid_conversation_system,
    systemMessages: onlyFalse(entry.supports_system_messages),
    parallelCalls: onlyFalse(entry.supports_parallel_function_calling),
    toolSearch: entry.supports_tool_search,
    reasoning: entry.supports_reasoning,
    adaptiveThinking: entry.supports_adaptive_thinking,
    manualThinking: entry.supports_legacy_thinking,
    alwaysThinks: entry.thinking_always_on,
    lookaround: entry.supports_regex_lookaround,
    efforts: effortsIn(entry),
    defaultEffort: entry.default_reasoning_effort,
    cacheMinTokens: entry.prompt_cache_min_tokens,
    maxTokens: entry.max_output_tokens,
  });
}

// That something is taken goes without saying.
function onlyFalse(flag) {
  return flag === false ? false : undefined;
}

// A list, or the usual three with what is said of each other.
function effortsIn(entry) {
  if (entry.reasoning_effort_levels !== undefined) return entry.reasoning_effort_levels;
  const flags = EFFORTS.map((effort) => [effort, entry[`supports_${effort}_reasoning_effort`]]);
  if (entry.supports_output_config !== true && flags.every(([, flag]) => flag === undefined)) return undefined;
  const usual = ["low", "medium", "high"];
  return flags.flatMap(([effort, flag]) => ((flag ?? usual.includes(effort)) ? [effort] : []));
}

/** Facts by name: those of a model's snapshots stand under the name that they share, and what differs under their own. */
function folded(all) {
  const table = new Map();
  for (const [root, family] of grouped(all)) {
    const shared = chosen([...family.filter(({ name }) => name === root), ...family]);
    table.set(root, shared);
    for (const name of new Set(family.map((each) => each.name))) {
      if (name === root) continue;
      const facts = chosen(family.filter((each) => each.name === name));
      const other = Object.entries(facts).filter(([field, value]) => !same(value, shared[field]));
      if (other.length > 0) table.set(name, Object.fromEntries(other));
    }
  }
  return table;
}

function grouped(all) {
  const groups = new Map();
  for (const each of all) groups.set(each.root, [...(groups.get(each.root) ?? []), each]);
  return groups;
}

// For each field what the vendor says, or else what most say.
function chosen(family) {
  const fields = new Set(family.flatMap(({ facts }) => Object.keys(facts)));
  return Object.fromEntries([...fields].sort().map((field) => [field, agreed(field, family)]));
}

function agreed(field, family) {
  const saying = family.filter(({ facts }) => facts[field] !== undefined);
  const own = saying.filter((each) => each.own);
  const values = (own.length > 0 ? own : saying).map(({ facts }) => facts[field]);
  const votes = (value) => values.filter((other) => same(value, other)).length;
  return values.toSorted((one, other) => votes(other) - votes(one) || Number(other) - Number(one))[0];
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withoutUndefined(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Whether a fact changes translations: what is assumed of every model does so only where something else says otherwise. */
function isRelevant(name, field, value) {
  if (FURTHER.includes(field)) return false;
  if (!ASSUMED.includes(field) || value === false) return true;
  const others = modelNames(name).map((each) => (each === name ? {} : (table.get(each) ?? {})));
  const families = FAMILIES.filter(({ models }) => models.test(name)).map(({ facts }) => facts);
  return [...others, ...families].some((facts) => facts[field] === false);
}

function write(file, comment, isWritten) {
  const lines = new Map();
  for (const [name, facts] of [...table].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const code = encodeFacts(Object.fromEntries(Object.entries(facts).filter((fact) => isWritten(name, ...fact))));
    if (code !== "") lines.set(code, [...(lines.get(code) ?? []), name]);
  }
  const written = [...lines].map(([code, names]) => `${code}|${names.join(" ")}`).sort();
  writeFileSync(new URL(file, FOLDER), fileOf(comment, written, file === "data.ts" ? "DATA" : "FURTHER_DATA"));
}

function fileOf(comment, lines, name) {
  return `// Generated by scripts/facts.mjs from LiteLLM's table of models (MIT): not to be edited. Corrections stand in overrides.ts.

/** ${comment} */
export const ${name} = \`
${lines.join("\n")}
\`;
`;
}
