import type {
  ChatChunk,
  ChatFunctionTool,
  ChatMessage,
  ChatRequest,
  ChatResponse,
  ChatToolCall,
  ChatToolChoice,
  ChatToolMessage,
} from "../chat/wire.ts";

/** What Chat Completions looks like to TypeScript: assignable to the types of `openai`. */
export interface ChatWire {
  tool: ChatTool;
  choice: ChatToolChoice;
  call: ChatToolCall;
  result: ChatToolMessage;
  message: ChatMessage;
  request: ChatRequest<ChatTool>;
  response: ChatResponse;
  event: ChatChunk;
}

/** An entry of `tools`. */
export type ChatTool = ChatFunctionTool | ChatCustomTool;

/** A tool that takes free text: https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools */
export interface ChatCustomTool {
  readonly type: "custom";
  readonly custom: CustomDefinition;
}

/** A custom tool without the wrapping, as Responses takes it: its grammar is flat there. */
export interface FlatCustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  readonly format?: { readonly type: string; readonly syntax?: string; readonly definition?: string };
}

interface CustomDefinition {
  readonly name: string;
  readonly description?: string;
  readonly format?:
    | { readonly type: "text" }
    | {
        readonly type: "grammar";
        readonly grammar: { readonly syntax: "lark" | "regex"; readonly definition: string };
      };
}
