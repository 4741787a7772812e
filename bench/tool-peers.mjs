// The converters of others, each from MCP tools to what goes into the provider's `tools` field.
import { readFileSync } from "node:fs";
import { internalsOf } from "./import-unexported.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));

/** Every peer, with what it is compared to, what it does with schemas, and how its converter was reached. */
export async function loadPeers() {
  const groups = await Promise.all([aiSdk(), langChain(), openai(), anthropic(), google()]);
  return groups.flat().map((peer) => ({ ...peer, version: dependencies[peer.package] }));
}

// ── the AI SDK ──────────────────────────────────────────────────────────────

async function aiSdk() {
  const openai = await internalsOf("@ai-sdk/openai/dist/index.mjs", ["prepareChatTools", "prepareResponsesTools"]);
  const google = await internalsOf("@ai-sdk/google/dist/index.mjs", ["prepareTools"]);
  const anthropic = await import("@ai-sdk/anthropic/internal");
  const chat = (strict) => (tools) => openai.prepareChatTools({ tools: tools.map(aiSdkTool(strict)) }).tools;
  const responses = async (tools) => (await openai.prepareResponsesTools({ tools: tools.map(aiSdkTool()) })).tools;
  const claude = (strict) => async (tools) => {
    const options = { tools: tools.map(aiSdkTool(strict)), supportsStructuredOutput: true, supportsStrictTools: true };
    return (await anthropic.prepareTools(options)).tools;
  };
  const gemini = (tools) => google.prepareTools({ tools: tools.map(aiSdkTool()), modelId: "gemini-2.5-pro" }).tools;
  const reports = "tool types and options, nothing of schemas";
  const fields = { reports, schemas: "passed by reference", reached: "not exported" };
  const claudeFields = { ...fields, package: "@ai-sdk/anthropic", reached: "exported as internal" };
  return [
    { ...fields, package: "@ai-sdk/openai", to: "openai-chat", profile: "native", convert: chat() },
    { ...fields, package: "@ai-sdk/openai", to: "openai-chat", profile: "strict", convert: chat(true) },
    { ...fields, package: "@ai-sdk/openai", to: "openai-responses", profile: "native", convert: responses },
    { ...claudeFields, to: "anthropic", profile: "native", convert: claude() },
    { ...claudeFields, to: "anthropic", profile: "strict", convert: claude(true) },
    { ...fields, ...GEMINI_PARAMETERS, package: "@ai-sdk/google", schemas: "rewritten", convert: gemini },
  ];
}

function aiSdkTool(strict) {
  return ({ name, description, inputSchema }) => ({ type: "function", name, description, inputSchema, strict });
}

// ── LangChain ───────────────────────────────────────────────────────────────

async function langChain() {
  const { convertToOpenAITool } = await import("@langchain/core/utils/function_calling");
  const { ChatGoogleGenerativeAI } = await import("@langchain/google-genai");
  const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-pro", apiKey: "none" });
  const chat = (fields) => (tools) => tools.map((tool) => convertToOpenAITool(langChainTool(tool), fields));
  const gemini = (tools) => model.invocationParams({ tools: tools.map(langChainTool) }).tools;
  const core = { package: "@langchain/core", reports: "no", schemas: "passed by reference", reached: "exported" };
  const genai = { package: "@langchain/google-genai", reports: "no", schemas: "rewritten" };
  return [
    { ...core, to: "openai-chat", profile: "native", convert: chat() },
    { ...core, to: "openai-chat", profile: "strict", convert: chat({ strict: true }) },
    { ...genai, ...GEMINI_PARAMETERS, reached: "the model's invocationParams", convert: gemini },
  ];
}

function langChainTool({ name, description, inputSchema }) {
  return { name, description, schema: inputSchema };
}

// ── the providers' own ──────────────────────────────────────────────────────

async function openai() {
  const { toStrictJsonSchema } = await import("openai/lib/transform");
  const convert = (tools) =>
    tools.map(({ name, description, inputSchema }) => {
      return {
        type: "function",
        function: { name, description, parameters: toStrictJsonSchema(inputSchema), strict: true },
      };
    });
  const fields = { package: "openai", reports: "no", schemas: "rewritten", reached: "toStrictJsonSchema, exported" };
  return [{ ...fields, to: "openai-chat", profile: "strict", convert }];
}

async function anthropic() {
  const { transformJSONSchema } = await import("@anthropic-ai/sdk/lib/transform-json-schema");
  const convert = (tools) =>
    tools.map(({ name, description, inputSchema }) => {
      return { name, description, input_schema: transformJSONSchema(inputSchema), strict: true };
    });
  const reports = "as text in the description, for the model alone";
  const fields = {
    package: "@anthropic-ai/sdk",
    reports,
    schemas: "rewritten",
    reached: "transformJSONSchema, exported",
  };
  return [{ ...fields, to: "anthropic", profile: "strict", convert }];
}

async function google() {
  const { mcpToTool } = await import("@google/genai");
  const { tTool } = await internalsOf("@google/genai/dist/node/index.mjs", ["tTool"]);
  const mcp = async (tools) => [await mcpToTool({ listTools: async () => ({ tools }) }).tool()];
  const declare = (tools) =>
    tools.map(({ name, description, inputSchema }) => {
      return tTool({ functionDeclarations: [{ name, description, parameters: inputSchema }] });
    });
  const fields = { package: "@google/genai", reports: "no" };
  const passed = { ...fields, schemas: "passed by reference", reached: "mcpToTool, exported" };
  return [
    { ...passed, to: "gemini", profile: "native", convert: mcp },
    {
      ...fields,
      ...GEMINI_PARAMETERS,
      schemas: "rewritten without `$schema`",
      reached: "tTool, not exported",
      convert: declare,
    },
  ];
}

const GEMINI_PARAMETERS = { to: "gemini", variant: "parameters", profile: "native" };
