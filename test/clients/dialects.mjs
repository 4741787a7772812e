/** The dialects of providers, and what follows the server's address in their SDKs' base addresses. */
export const dialects = { "openai-chat": "/v1", "openai-responses": "/v1", anthropic: "", gemini: "", ollama: "" };
