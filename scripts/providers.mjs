// Writes packages/gateway/src/providers/preset-data.ts and the table of docs/providers/presets.md from models.dev's list of providers;
// the output is checked in and reviewed as a diff.
//   node scripts/providers.mjs PROVIDERS.json
// PROVIDERS.json: https://models.dev/api.json (MIT), of which `name`, `env`, `npm`, `api` and `doc` are read.
import { readFileSync, writeFileSync } from "node:fs";

/** The dialect that an AI SDK package speaks; all others speak Chat Completions. */
const DIALECTS = {
  "@ai-sdk/amazon-bedrock": "bedrock",
  "@ai-sdk/anthropic": "anthropic",
  "@ai-sdk/azure": "openai-responses",
  "@ai-sdk/google": "gemini",
  "@ai-sdk/google-vertex": "gemini",
  "@ai-sdk/google-vertex/anthropic": "anthropic",
  "@ai-sdk/openai": "openai-responses",
  "@openrouter/ai-sdk-provider": "openrouter",
};

/** Providers of whom the list has no base URL, because it is in their SDK. */
const BASE_URLS = {
  // https://docs.aihubmix.com/en
  aihubmix: "https://aihubmix.com/v1",
  // With an API key: https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html
  "amazon-bedrock": `https://bedrock-runtime.${variable("AWS_REGION:-us-east-1")}.amazonaws.com`,
  // https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
  azure: `https://${variable("AZURE_RESOURCE_NAME")}.openai.azure.com/openai/v1`,
  "azure-cognitive-services": `https://${variable("AZURE_COGNITIVE_SERVICES_RESOURCE_NAME")}.cognitiveservices.azure.com/openai/v1`,
  // https://inference-docs.cerebras.ai/resources/openai
  cerebras: "https://api.cerebras.ai/v1",
  // The gateway is named in a header: https://developers.cloudflare.com/changelog/post/2026-05-21-rest-api/
  "cloudflare-ai-gateway": `https://api.cloudflare.com/client/v4/accounts/${variable("CLOUDFLARE_ACCOUNT_ID")}/ai/v1`,
  // https://docs.cohere.com/docs/compatibility-api
  cohere: "https://api.cohere.ai/compatibility/v1",
  // https://deepinfra.com/docs/openai_api
  deepinfra: "https://api.deepinfra.com/v1/openai",
  // That of the location `global`: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations
  "google-vertex": "https://aiplatform.googleapis.com",
  "google-vertex-anthropic": "https://aiplatform.googleapis.com",
  // https://docs.merge.dev/merge-gateway/coding-agents/zed
  "merge-gateway": "https://api-gateway.merge.dev/v1/openai",
  // https://docs.perplexity.ai/guides/chat-completions-guide
  perplexity: "https://api.perplexity.ai",
  // A proxy that each user runs: https://docs.privatemode.ai/guides/proxy-configuration
  "privatemode-ai": variable("PRIVATEMODE_ENDPOINT:-http://localhost:8080/v1"),
  // https://docs.together.ai/docs/openai-api-compatibility
  togetherai: "https://api.together.xyz/v1",
  // https://v0.app/docs/v0-model-api
  v0: "https://api.v0.dev/v1",
  // https://docs.venice.ai/overview/getting-started
  venice: "https://api.venice.ai/api/v1",
  // https://vercel.com/docs/ai-gateway/openai-compat
  vercel: "https://ai-gateway.vercel.sh/v1",
};

/** Variables that are no keys: of headers and places, which presets.ts has, and of signatures, which `auth: aws` makes. */
const NO_KEYS = new Set([
  "CLOUDFLARE_GATEWAY_ID",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "GOOGLE_VERTEX_PROJECT",
  "GOOGLE_VERTEX_LOCATION",
]);

/** Those whom a base URL and a key do not reach; packages/gateway/src/providers/other-platforms.ts says what does. */
const ELSEWHERE = new Set(["gitlab", "sap-ai-core"]);

/** Those that packages/gateway/src/providers/vendors.ts has. */
const VENDORS = new Set([
  "anthropic",
  "deepseek",
  "google",
  "groq",
  "mistral",
  "ollama-cloud",
  "openai",
  "openrouter",
  "xai",
]);

/** Shorter names; the one of models.dev is an alias. */
const NAMES = {
  "amazon-bedrock": "bedrock",
  "azure-cognitive-services": "azure-cognitive",
  "google-vertex": "vertex",
  "google-vertex-anthropic": "vertex-claude",
  togetherai: "together",
};

/** Variables of a place that presets.ts has, for the page. */
const PLACES = {
  vertex: ["GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
  "vertex-claude": ["ANTHROPIC_VERTEX_PROJECT_ID", "CLOUD_ML_REGION"],
};

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("usage: node scripts/providers.mjs PROVIDERS.json");
const listed = Object.entries(JSON.parse(readFileSync(source, "utf8")));
const rows = listed
  .filter(([id]) => !ELSEWHERE.has(id) && !VENDORS.has(id))
  .map(rowOf)
  .sort((one, other) => (one.name < other.name ? -1 : 1));
writeFileSync(fileAt("packages/gateway/src/providers/preset-data.ts"), dataFile());
const page = fileAt("docs/providers/presets.md");
writeFileSync(
  page,
  readFileSync(page, "utf8").replace(/(<!-- presets -->\n)[\s\S]*?(\n<!-- \/presets -->)/, `$1${table()}$2`),
);

function rowOf([id, { name: title, env, npm, api, doc }]) {
  const name = NAMES[id] ?? id;
  const dialect = DIALECTS[npm] ?? "openai-chat";
  const baseUrl = baseUrlOf(dialect, BASE_URLS[id] ?? api);
  if (baseUrl === undefined) throw new Error(`${id} has no base URL: add it to BASE_URLS, or to ELSEWHERE`);
  const keys = env.filter((each) => !baseUrl.includes(`{${each}`) && !NO_KEYS.has(each));
  if (keys.length === 0) throw new Error(`${id} has no variable for its key`);
  return { name, alias: name === id ? "" : id, dialect, baseUrl, keys, title, doc };
}

// As the dialect's official SDK takes it: Anthropic's adds the version, and all add the path.
function baseUrlOf(dialect, url) {
  const plain = url?.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  return dialect === "anthropic" ? plain?.replace(/\/v1$/, "") : plain;
}

function dataFile() {
  const lines = rows.map(
    ({ name, alias, dialect, baseUrl, keys, title }) =>
      `${[name, alias].filter(Boolean).join(",")} ${dialect} ${baseUrl.replaceAll("$", "\\$")} ${keys.join(",")} ${title}`,
  );
  return `// Written by scripts/providers.mjs from models.dev's list of providers (MIT); do not edit.

/** A provider in each line: its names, the dialect, the base URL, the variables of its key, and its title. */
export const PRESET_DATA: string = \`
${lines.join("\n")}
\`;
`;
}

function table() {
  const lines = rows.map(({ name, dialect, baseUrl, keys, title, doc }) => {
    const variables = [...keys, ...variablesIn(baseUrl), ...(PLACES[name] ?? [])]
      .map((each) => `\`${each}\``)
      .join(", ");
    return `| \`${name}\` | [${title}](${doc}) | ${variables} | ${dialect} | \`${baseUrl}\` |`;
  });
  return ["| preset | provider | variables | dialect | base URL |", "|---|---|---|---|---|", ...lines].join("\n");
}

function variablesIn(text) {
  return [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
}

function variable(name) {
  return `\${${name}}`;
}

function fileAt(path) {
  return new URL(`../${path}`, import.meta.url);
}
