import type { SchemaInput } from "../../model/schema.ts";

/** What the Model Context Protocol looks like to TypeScript: assignable to the types of `@modelcontextprotocol/sdk`. */
export interface McpWire {
  tool: McpTool;
  /** MCP has no tool choice. */
  choice: undefined;
  call: McpCall;
  result: McpResultMessage;
  message: McpResultMessage;
  /** MCP has no requests to a model, and so none of what follows. */
  request: never;
  response: never;
  event: never;
}

/** What is read as the Model Context Protocol: the types of `@modelcontextprotocol/sdk` are assignable to it. */
export interface McpInput {
  tool: { readonly name: string; readonly description?: string | undefined; readonly inputSchema: SchemaInput };
  choice: undefined;
  calls: McpCallInput | readonly McpCallInput[];
  results: McpResultInput | readonly McpResultInput[];
  request: never;
  response: never;
  event: never;
}

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: McpIcon[];
  readonly inputSchema: McpSchema;
  readonly outputSchema?: McpSchema;
  readonly annotations?: McpAnnotations;
  readonly _meta?: { [key: string]: unknown };
}

/** The schema of a tool's arguments, or of its result. */
export interface McpSchema {
  readonly type: "object";
  readonly properties?: { [name: string]: object };
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** An icon of a tool. */
export interface McpIcon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: string[];
  readonly theme?: "light" | "dark";
}

/** What a tool does to the world. */
export interface McpAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools */
export interface McpCall {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: "tools/call";
  readonly params: { readonly name: string; readonly arguments: { [name: string]: unknown } };
}

/** The answer to a call. */
export interface McpResultMessage {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly result: McpResult;
}

/** What a tool returned. */
export interface McpResult {
  readonly content: McpContent[];
  readonly structuredContent?: { [name: string]: unknown };
  readonly isError?: boolean;
  readonly [key: string]: unknown;
}

/** A piece of a result. */
export type McpContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | { readonly type: "audio"; readonly data: string; readonly mimeType: string };

/** A call, with or without its JSON-RPC envelope. */
export type McpCallInput =
  | {
      readonly method: "tools/call";
      readonly params: { readonly name: string; readonly arguments?: object | undefined };
    }
  | { readonly name: string; readonly arguments?: object | undefined };

/** A result, with or without its JSON-RPC envelope. */
export type McpResultInput =
  | { readonly content: readonly { readonly type: string }[]; readonly isError?: boolean | undefined }
  | { readonly id: string | number; readonly result: object };
