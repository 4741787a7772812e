import type { JsonSchema } from "../../model/schema.ts";

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools */
export interface FunctionTool {
  readonly type: "function";
  readonly function: FunctionDefinition;
}

/** A function without the wrapping: an entry of the old `functions` field, and what Responses takes. */
export interface FunctionDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
  readonly strict?: boolean | null;
}

/** A tool that takes free text. */
export interface CustomTool {
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
  readonly format?: {
    readonly type: string;
    readonly grammar?: { readonly syntax: string; readonly definition: string };
  };
}
