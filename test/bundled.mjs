// Bundled programs translate the cases as the files that Node loads do: `node test/bundled.mjs` after `npm run build`.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as core from "../packages/core/dist/index.js";
import { bundle } from "../scripts/programs.mjs";

const CASES = fileURLToPath(new URL("../cases/", import.meta.url));
const PAIRS = [
  ["openai-chat", "gemini"],
  ["gemini", "ollama"],
  ["ollama", "openai-responses"],
  ["openai-responses", "openrouter"],
  ["openrouter", "anthropic"],
  ["anthropic", "bedrock"],
  ["bedrock", "gemini-interactions"],
  ["gemini-interactions", "openai-chat"],
  ["anthropic", "openai-chat"],
];
const MINI_PAIRS = [
  ["openai-chat", "anthropic"],
  ["anthropic", "openai-chat"],
];

/** Throws where a bundle translates a case in another way. Returns how many translations were compared. */
export async function checkBundles() {
  const everything = await load(`export * from "@toolglot/core";`);
  const {
    createBridge,
    anthropic,
    "openai-chat": openaiChat,
    features,
  } = await load(
    `export { createBridge } from "@toolglot/core/mini"; export * as features from "@toolglot/core/features"; export { anthropic, openaiChat as "openai-chat" } from "@toolglot/core/dialects";`,
  );
  const values = { anthropic, "openai-chat": openaiChat };
  const byValue = ({ client, provider, ...options }) =>
    createBridge({ ...options, client: values[client], provider: values[provider], features });
  const traffic = compare(PAIRS.flatMap(translationsOf), core.createBridge, everything.createBridge);
  const mini = compare(MINI_PAIRS.flatMap(translationsOf), core.createBridge, byValue);
  return traffic + mini + compare(PAIRS.flatMap(conversionsOf), core, everything);
}

async function load(code) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-bundle-"));
  try {
    const file = join(folder, "program.mjs");
    writeFileSync(file, await bundle(code));
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compare(translations, inNode, inBundle) {
  for (const { name, run } of translations) {
    const [expected, actual] = [outcome(run, inNode), outcome(run, inBundle)];
    if (actual !== expected) throw new Error(`${name}: a bundle translates to ${actual}, and Node to ${expected}`);
  }
  return translations.length;
}

function outcome(run, api) {
  try {
    return JSON.stringify(run(api));
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

/** What is said of tools, and what becomes of them under every profile. */
function conversionsOf([from, to]) {
  return casesOf("tools", from).flatMap(([path, text]) => {
    const tools = JSON.parse(text);
    const converted = core.profileNames.map((profile) => ({
      name: `${path} to ${to} (${profile})`,
      run: ({ convertTools }) => pick(convertTools(tools, { from, to, profile })),
    }));
    const checked = { name: `${path} for ${to}`, run: ({ checkTools }) => checkTools(tools, { from, to }) };
    return [...converted, checked];
  });
}

function translationsOf([from, to]) {
  const [sent, received] = [
    { client: from, provider: to },
    { client: to, provider: from },
  ];
  return [
    ...["native", "strict"].flatMap((profile) =>
      requestsOf(from).map(([path, body]) => ({
        name: `${path} to ${to} (${profile})`,
        run: (createBridge) => pick(createBridge({ ...sent, profile }).request(body)),
      })),
    ),
    ...casesOf("responses", from).map(([path, text]) => ({
      name: `${path} to ${to}`,
      run: (createBridge) => pick(createBridge(received).response(JSON.parse(text))),
    })),
    ...casesOf("streams", from).map(([path, text]) => ({
      name: `${path} to ${to}`,
      run: (createBridge) => {
        const stream = createBridge(received).stream();
        return [stream.push(text), stream.end(), stream.losses, stream.changes];
      },
    })),
  ];
}

/** Whole requests, and the tools of the cases in the first of them. */
function requestsOf(dialect) {
  const requests = casesOf("requests", dialect).map(([path, text]) => [path, JSON.parse(text)]);
  const [, request] = requests[0];
  const tools = casesOf("tools", dialect).map(([path, text]) => [path, { ...request, tools: JSON.parse(text) }]);
  return [...requests, ...tools];
}

function casesOf(concept, dialect) {
  return readdirSync(join(CASES, concept)).flatMap((name) =>
    readdirSync(join(CASES, concept, name))
      .filter((file) => [`${dialect}.json`, `${dialect}.sse`, `${dialect}.ndjson`].includes(file))
      .map((file) => [`${concept}/${name}/${file}`, readFileSync(join(CASES, concept, name, file), "utf8")]),
  );
}

function pick({ value, losses, changes, status, usage }) {
  return { value, losses, changes, status, usage };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  console.log(`${await checkBundles()} translations are the same in a bundle`);
