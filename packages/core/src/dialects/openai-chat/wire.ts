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
  readonly format?: {
    readonly type: string;
    readonly grammar?: { readonly syntax: string; readonly definition: string };
  };
}
