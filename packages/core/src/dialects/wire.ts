import type { AnthropicInput, AnthropicWire } from "./anthropic/wire.ts";
import type { BedrockInput, BedrockWire } from "./bedrock/wire.ts";
import type { ChatInput } from "./chat/wire.ts";
import type { ExecutableInput, ExecutableWire } from "./executable/wire.ts";
import type { GeminiInput, GeminiWire } from "./gemini/wire.ts";
import type { InteractionsInput, InteractionsWire } from "./gemini-interactions/wire.ts";
import type { McpInput, McpWire } from "./mcp/wire.ts";
import type { OllamaInput, OllamaWire } from "./ollama/wire.ts";
import type { ChatWire } from "./openai-chat/wire.ts";
import type { ResponsesInput, ResponsesWire } from "./openai-responses/wire.ts";
import type { OpenRouterWire } from "./openrouter/wire.ts";

export type * from "./anthropic/wire.ts";
export type * from "./bedrock/wire.ts";
export type * from "./chat/wire.ts";
export type * from "./executable/wire.ts";
export type * from "./gemini/wire.ts";
export type * from "./gemini-interactions/wire.ts";
export type * from "./mcp/wire.ts";
export type * from "./ollama/wire.ts";
export type * from "./openai-chat/wire.ts";
export type * from "./openai-responses/wire.ts";
export type * from "./openrouter/wire.ts";

/**
 * What each dialect looks like on the wire: `Wire["anthropic"]["request"]`. Its values can be handed to the vendor's SDK.
 * A provider may send more than its type says.
 */
export interface Wire {
  "openai-chat": ChatWire;
  "openai-responses": ResponsesWire;
  anthropic: AnthropicWire;
  gemini: GeminiWire;
  "gemini-interactions": InteractionsWire;
  ollama: OllamaWire;
  openrouter: OpenRouterWire;
  bedrock: BedrockWire;
  mcp: McpWire;
  executable: ExecutableWire;
}

/** What is taken as a dialect: the values of the vendor's SDK, with the fields that tell them from another vendor's. */
export interface WireInput {
  "openai-chat": ChatInput;
  "openai-responses": ResponsesInput;
  anthropic: AnthropicInput;
  gemini: GeminiInput;
  "gemini-interactions": InteractionsInput;
  ollama: OllamaInput;
  openrouter: ChatInput;
  bedrock: BedrockInput;
  mcp: McpInput;
  executable: ExecutableInput;
}

/** The other names of dialects. */
export interface DialectAliases {
  openai: "openai-chat";
  responses: "openai-responses";
  claude: "anthropic";
  google: "gemini";
}
