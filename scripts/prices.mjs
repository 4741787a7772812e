// Writes packages/gateway/src/providers/price-data.ts from LiteLLM's table of models; the output is checked in and reviewed as a diff.
//   node scripts/prices.mjs TABLE.json
// TABLE.json: https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json (MIT)
import { readFileSync, writeFileSync } from "node:fs";

/** What a class of tokens costs in LiteLLM's table, and its letter in ours. */
const CLASSES = [
  ["i", "input_cost_per_token"],
  ["o", "output_cost_per_token"],
  ["r", "cache_read_input_token_cost"],
  ["w", "cache_creation_input_token_cost"],
  ["h", "cache_creation_input_token_cost_above_1hr"],
  ["t", "output_cost_per_reasoning_token"],
];

/** The service tiers that answer at once. */
const TIERS = ["flex", "priority", "ultrafast"];

/** LiteLLM's names of the services whose prices are of use, and the prefixes of their models' names there. */
const SERVICES = {
  openai: [""],
  anthropic: [""],
  gemini: ["gemini/", ""],
  deepseek: ["deepseek/", ""],
  groq: ["groq/", ""],
  mistral: ["mistral/", ""],
  xai: ["xai/", ""],
  together_ai: ["together_ai/", ""],
  fireworks_ai: ["fireworks_ai/", ""],
  cerebras: ["cerebras/", ""],
  perplexity: ["perplexity/", ""],
  dashscope: ["dashscope/", ""],
  moonshot: ["moonshot/", ""],
  zai: ["zai/", ""],
  minimax: ["minimax/", ""],
  nebius: ["nebius/", ""],
  cohere_chat: [""],
  vercel_ai_gateway: ["vercel_ai_gateway/", ""],
  bedrock_converse: ["bedrock/", ""],
  vertex_ai: ["vertex_ai/", ""],
  azure: ["azure/", "azure_ai/"],
};

/** LiteLLM's names of a service's parts, where there are several. */
const PARTS = {
  vertex_ai: ["vertex_ai-language-models", "vertex_ai-anthropic_models", "vertex_ai"],
  azure: ["azure", "azure_ai"],
  bedrock_converse: ["bedrock", "bedrock_converse"],
};

/** Names with a slash: of Bedrock, those of a region (`us-gov-west-1/…`); Azure's are not used, as a response does not tell its place. */
const NESTED = { azure: /^$/, bedrock_converse: /^[a-z]+(?:-[a-z]+)+-\d\/[^/]+$/ };

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("usage: node scripts/prices.mjs TABLE.json");
const table = Object.entries(JSON.parse(readFileSync(source, "utf8")));
writeFileSync(new URL("../packages/gateway/src/providers/price-data.ts", import.meta.url), fileOf(services()));

/** The lines of each service, by its name. */
function services() {
  return Object.entries(SERVICES).map(([service, prefixes]) => {
    const lines = new Map();
    const parts = PARTS[service] ?? [service];
    const own = parts.flatMap((part) => table.filter(([, entry]) => entry.litellm_provider === part));
    // Of two entries for one model, that with the prefix holds.
    for (const prefix of prefixes.toReversed())
      for (const [name, entry] of own) {
        const isOwn = prefixes.find((each) => name.startsWith(each)) === prefix;
        const line = isOwn ? lineOf(entry) : undefined;
        const model = name.slice(prefix.length).toLowerCase();
        const isUsed = !model.includes("/") || (NESTED[service]?.test(model) ?? true);
        if (line !== undefined && isUsed) lines.set(model, line);
      }
    // Most regions have the prices of the others.
    for (const [model, line] of lines)
      if (NESTED[service] && baseOf(line) === baseOf(lines.get(model.split("/")[1]))) lines.delete(model);
    return [service, [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map((each) => each.join(" "))];
  });
}

function baseOf(line) {
  return line?.split(" | ")[0];
}

// `i4 o20 r0.4 | flex i2 o10 | >272000 i8 o30 | >272000 flex i4 o15 | * us1.1`: dollars per million tokens, and what multiplies them.
function lineOf(entry) {
  const [cheapest = entry] = entry.tiered_pricing ?? [];
  const base = pricesOf(entry, "") || pricesOf(cheapest, "");
  if (base === "") return undefined;
  const variants = [];
  // The table has a few tiers without a price of output, which is not free there.
  for (const above of ["", ...thresholds(entry)])
    for (const tier of ["", ...TIERS]) {
      const prices = pricesOf(entry, `${above && `_above_${above}_tokens`}${tier && `_${tier}`}`);
      const condition = [above && `>${Number.parseInt(above, 10)}000`, tier].filter(Boolean).join(" ");
      if (condition !== "" && / o/.test(prices)) variants.push(`${condition} ${prices}`);
    }
  return [base, ...variants, ...ranges(entry), ...factors(entry)].join(" | ");
}

// Anthropic's fast mode and its inference in one country: https://platform.claude.com/docs/en/about-claude/pricing
// OpenAI's processing in one place: https://platform.openai.com/docs/pricing
// Vertex AI's endpoints of regions: https://cloud.google.com/vertex-ai/generative-ai/pricing
function factors(entry) {
  const named = {
    ...entry.provider_specific_entry,
    eu: entry.regional_processing_uplift_multiplier_eu,
    us: entry.regional_processing_uplift_multiplier_us ?? entry.provider_specific_entry?.us,
    regional: entry.regional_endpoint_uplift_multiplier,
  };
  const found = Object.entries(named).filter(([name, value]) => /^[a-z]+$/.test(name) && typeof value === "number");
  return found.length === 0 ? [] : [`* ${found.map(([name, value]) => `${name}${value}`).join(" ")}`];
}

/** `200k`, `272k`: the sizes of a prompt from which it costs more. */
function thresholds(entry) {
  const found = Object.keys(entry).map((key) => /^input_cost_per_token_above_(\d+k)_tokens$/.exec(key)?.[1]);
  return found
    .filter((each) => each !== undefined)
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
}

// Alibaba's prices by the size of the prompt.
function ranges({ tiered_pricing: tiers = [] }) {
  return tiers.filter(({ range }) => range?.[0] > 0).map((tier) => `>${tier.range[0]} ${pricesOf(tier, "")}`);
}

// An hour's price is named `…_above_1hr_above_200k_tokens`, so that a suffix fits all.
function pricesOf(entry, suffix) {
  const prices = CLASSES.map(([letter, field]) => [letter, entry[`${field}${suffix}`]]);
  const known = prices.filter(([, price]) => typeof price === "number");
  if (!known.some(([letter]) => letter === "i" || letter === "o")) return "";
  return known.map(([letter, price]) => `${letter}${Number((price * 1e6).toPrecision(12))}`).join(" ");
}

function fileOf(all) {
  const texts = all.map(([service, lines]) => `  ${service}: \`\n${lines.join("\n")}\n\`,\n`);
  return `// Written by scripts/prices.mjs from LiteLLM's table of models (MIT); do not edit.

/**
 * The prices of models by who serves them, a line each: the name, then dollars per million tokens of input (\`i\`), output (\`o\`), cache
 * reads (\`r\`), cache writes (\`w\`), cache writes for an hour (\`h\`) and reasoning (\`t\`), then those of tiers and of longer prompts,
 * and what multiplies them (\`*\`).
 */
export const PRICES: Readonly<Record<string, string>> = {
${texts.join("")}};
`;
}
