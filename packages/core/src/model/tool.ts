import type { Json, JsonObject } from "./json.ts";
import type { JsonSchema } from "./schema.ts";

/** Fields that the canonical model does not know: dialect → relative JSON Pointer below the tool → value. Only that dialect sees them again. */
export type Extras = Readonly<Record<string, JsonObject>>;

/** The place of a tool in the caller's source. */
export interface Origin {
  readonly dialect: string;
  /** JSON Pointer of the tool itself, e.g. `/0` or `/0/functionDeclarations/2`. */
  readonly path: string;
  /** Canonical field → relative pointer below `path`, where it is not simply `/<field>`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The fields that every tool has. */
export interface ToolBase {
  readonly name: string;
  readonly namespace?: string;
  readonly description?: string;
  readonly extras?: Extras;
  readonly origin?: Origin;
}

/** A function with a schema for its arguments: what every dialect knows. */
export interface FunctionFields extends ToolBase {
  readonly type: "function";
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly title?: string;
  readonly strict?: boolean;
  /** Hints on the tool's behaviour (MCP's words). */
  readonly annotations?: JsonObject;
  readonly icons?: readonly Json[];
  readonly meta?: JsonObject;
  readonly deferLoading?: boolean;
  readonly allowedCallers?: readonly Json[];
  readonly inputExamples?: readonly Json[];
  readonly eagerInputStreaming?: boolean;
  readonly cacheControl?: JsonObject;
  /** The description of its namespace. */
  readonly namespaceDescription?: string;
  readonly version?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly timeoutMs?: number;
  readonly requiredScopes?: readonly string[];
  /** The type of the vendor-defined tool that this function replaces, where its calls have a form of their own. */
  readonly builtIn?: string;
}

/** How the free text of a custom tool is constrained. */
export type CustomFormat =
  | { readonly type: "text" }
  | { readonly type: "grammar"; readonly syntax: string; readonly definition: string };

/** A tool that takes free text, perhaps by a grammar, instead of JSON arguments. */
export interface CustomFields extends ToolBase {
  readonly type: "custom";
  readonly format?: CustomFormat;
  readonly deferLoading?: boolean;
  readonly allowedCallers?: readonly Json[];
  readonly namespaceDescription?: string;
}

/** The kind of a hosted tool; `other` where only one vendor has it. */
export type HostedKind =
  | "web-search"
  | "url-context"
  | "code-execution"
  | "file-search"
  | "maps"
  | "computer"
  | "mcp"
  | "tool-search"
  | "other";

/** A tool that the vendor defines and, mostly, runs. */
export interface HostedFields extends ToolBase {
  readonly type: "hosted";
  readonly kind: HostedKind;
  /** The vendor's type, e.g. `web_search_20260318`. */
  readonly vendorType: string;
  /** Its settings, exactly as the vendor spells them. */
  readonly settings: JsonObject;
}

/** Everything that a `Tool` holds. */
export type ToolFields = FunctionFields | CustomFields | HostedFields;

/** A canonical tool, with its name, lowered schemas and mode for a target. */
export interface ToolDraft<T extends ToolFields = ToolFields> {
  readonly tool: T;
  readonly name: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly strict?: boolean | undefined;
  readonly variant?: string | undefined;
}
