// Writes packages/gateway/src/providers/platforms/beta-data.ts from LiteLLM's table of `anthropic-beta` headers; the output is checked in and
// reviewed as a diff.
//   node scripts/betas.mjs TABLE.json
// TABLE.json: https://github.com/BerriAI/litellm/blob/main/litellm/anthropic_beta_headers_config.json (MIT)
import { readFileSync, writeFileSync } from "node:fs";

/** The platforms, and what LiteLLM calls them. */
const PLATFORMS = { azure: "azure_ai", bedrock: "bedrock", vertex: "vertex_ai" };

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("usage: node scripts/betas.mjs TABLE.json");
const table = JSON.parse(readFileSync(source, "utf8"));
writeFileSync(new URL("../packages/gateway/src/providers/platforms/beta-data.ts", import.meta.url), fileOf());

/** All betas that LiteLLM knows, so that those that are not known at all can be told apart. */
function known() {
  const tables = ["anthropic", ...Object.values(PLATFORMS)];
  return [...new Set(tables.flatMap((name) => Object.keys(table[name])))].sort();
}

// `name`, or `name=other` where the platform has another name for it.
function taken(platform) {
  const entries = Object.entries(table[platform]).filter(([, name]) => name !== null);
  return entries.map(([name, own]) => (name === own ? name : `${name}=${own}`)).sort();
}

function fileOf() {
  const platforms = Object.entries(PLATFORMS).map(([name, own]) => `  ${name}: \`\n${taken(own).join("\n")}\n\`,\n`);
  return `// Written by scripts/betas.mjs from LiteLLM's table of beta headers (MIT); do not edit.

/** The betas of Anthropic's API that are known, a line each. */
export const KNOWN_BETAS: string = \`
${known().join("\n")}
\`;

/** The betas that each platform takes, a line each: the name, and after \`=\` the name that the platform has for it. */
export const PLATFORM_BETAS: Readonly<Record<string, string>> = {
${platforms.join("")}};
`;
}
