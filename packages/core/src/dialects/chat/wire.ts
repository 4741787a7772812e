import type { JsonSchema } from "../../model/schema.ts";

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools */
export interface ChatFunctionTool {
  readonly type: "function";
  readonly function: ChatFunctionDefinition;
}

/** A function without the wrapping: an entry of the deprecated `functions` field, and what Responses takes. */
export interface ChatFunctionDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
  readonly strict?: boolean | null;
}
