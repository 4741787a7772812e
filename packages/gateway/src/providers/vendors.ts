import type { Preset } from "./preset.ts";

/** The vendors whose models are known by name. The first one with a key gets the models that match no pattern. */
export const vendors: readonly Preset[] = [
  {
    name: "openai",
    title: "OpenAI",
    dialect: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    keys: ["OPENAI_API_KEY"],
    // An `o` and a digit; patterns have no character classes.
    models: ["gpt-*", "codex*", ...Array.from({ length: 9 }, (_, index) => `o${index + 1}*`)],
    model: "gpt-5.6",
  },
  {
    name: "anthropic",
    title: "Anthropic",
    dialect: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keys: ["ANTHROPIC_API_KEY"],
    models: ["claude-*"],
    model: "claude-sonnet-5-5",
  },
  {
    name: "gemini",
    aliases: ["google"],
    title: "Gemini",
    dialect: "gemini",
    baseUrl: "https://generativelanguage.googleapis.com",
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
    models: ["gemini-*"],
    model: "gemini-3.8-flash",
  },
  {
    name: "openrouter",
    title: "OpenRouter",
    dialect: "openrouter",
    baseUrl: "https://openrouter.ai/api/v1",
    keys: ["OPENROUTER_API_KEY"],
    models: [],
    model: "openrouter/auto",
  },
  {
    name: "deepseek",
    title: "DeepSeek",
    dialect: "openai-chat",
    baseUrl: "https://api.deepseek.com",
    keys: ["DEEPSEEK_API_KEY"],
    models: ["deepseek-*"],
    model: "deepseek-v4-flash",
  },
  {
    name: "groq",
    title: "Groq",
    dialect: "openai-chat",
    baseUrl: "https://api.groq.com/openai/v1",
    keys: ["GROQ_API_KEY"],
    models: [],
    model: "openai/gpt-oss-120b",
  },
  {
    name: "mistral",
    title: "Mistral",
    dialect: "openai-chat",
    baseUrl: "https://api.mistral.ai/v1",
    keys: ["MISTRAL_API_KEY"],
    models: ["mistral-*", "ministral-*", "codestral-*", "devstral-*", "magistral-*"],
    model: "mistral-small-latest",
  },
  {
    name: "xai",
    title: "xAI",
    dialect: "openai-chat",
    baseUrl: "https://api.x.ai/v1",
    keys: ["XAI_API_KEY"],
    models: ["grok-*"],
    model: "grok-4.5",
  },
  {
    name: "ollama",
    aliases: ["ollama-cloud"],
    title: "Ollama",
    dialect: "ollama",
    baseUrl: "https://ollama.com",
    keys: ["OLLAMA_API_KEY"],
    host: { variable: "OLLAMA_HOST", read: ({ OLLAMA_HOST }) => ollamaUrl(OLLAMA_HOST?.trim() ?? "") },
    models: [],
    model: "qwen3",
  },
];

// OLLAMA_HOST may lack the scheme and the port, and may be the address that the server listens on, such as 0.0.0.0.
function ollamaUrl(host: string): string | undefined {
  if (host === "") return undefined;
  const text = /^https?:\/\//.test(host) ? host : `http://${host.startsWith(":") ? "127.0.0.1" : ""}${host}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.port === "" && text.startsWith("http:") && !/:80\/?$/.test(text)) url.port = "11434";
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
