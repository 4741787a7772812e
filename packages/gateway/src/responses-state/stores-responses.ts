import type { Provider } from "../config/config.ts";
import { STATEFUL } from "./items.ts";

/**
 * Whether a provider keeps its answers and can be asked to go on from one. Servers that copy the API take
 * `previous_response_id` and forget it (Ollama) or refuse it (llama.cpp, OpenRouter), so that only those are trusted with a
 * conversation whose documentation says that they keep it, or of which the config says so.
 */
export function storesResponses({ dialect, baseUrl, remembers: said }: Provider): boolean {
  if (dialect !== STATEFUL) return false;
  if (said !== undefined) return said;
  return URL.canParse(baseUrl) && KEEPERS.some((host) => host.test(new URL(baseUrl).hostname));
}

const KEEPERS: readonly RegExp[] = [
  // https://platform.openai.com/docs/guides/conversation-state, also by its regional hosts
  /^(?:[a-z]{2}\.)?api\.openai\.com$/,
  // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses
  /\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com$/,
  // https://docs.x.ai/docs/guides/responses-api
  /^(?:[a-z]{2}-[a-z]+-\d\.)?api\.x\.ai$/,
];
