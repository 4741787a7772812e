import type { Specification } from "./documents.ts";

export type Kind = "request" | "response" | "event";

/** Which schemas of which specification speak of a dialect; the first is meant, the others (betas, errors) are let through. */
export interface Place {
  readonly specification: Specification;
  readonly schemas: Readonly<Partial<Record<Kind, readonly string[]>>>;
}

const VERTEX = "GoogleCloudAiplatformV1GenerateContent";

export const PLACES: Readonly<Record<string, Place>> = {
  "openai-chat": {
    specification: "openai",
    schemas: {
      request: ["CreateChatCompletionRequest"],
      response: ["CreateChatCompletionResponse"],
      event: ["CreateChatCompletionStreamResponse"],
    },
  },
  "openai-responses": {
    specification: "openai",
    schemas: { request: ["CreateResponse"], response: ["Response"], event: ["ResponseStreamEvent"] },
  },
  anthropic: {
    specification: "anthropic",
    schemas: {
      request: ["CreateMessageParams", "BetaCreateMessageParams"],
      response: ["Message", "BetaMessage"],
      event: ["MessageStreamEvent", "BetaMessageStreamEvent", "ErrorResponse"],
    },
  },
  openrouter: {
    specification: "openrouter",
    schemas: { request: ["ChatRequest"], response: ["ChatResult"], event: ["ChatStreamChunk"] },
  },
  ollama: {
    specification: "ollama",
    schemas: { request: ["ChatRequest"], response: ["ChatResponse"], event: ["ChatStreamEvent"] },
  },
  gemini: {
    specification: "gemini",
    schemas: { request: [`${VERTEX}Request`], response: [`${VERTEX}Response`], event: [`${VERTEX}Response`] },
  },
  mcp: { specification: "mcp", schemas: { request: ["CallToolRequest"], response: ["CallToolResult"] } },
};
