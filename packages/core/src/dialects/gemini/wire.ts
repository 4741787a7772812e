import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";

/** What `generateContent` looks like to TypeScript: assignable to the types of `@google/genai`. */
export interface GeminiWire {
  tool: GeminiTool;
  choice: GeminiToolConfig;
  call: GeminiCallPart;
  result: GeminiContent;
  message: GeminiContent;
  request: GeminiRequest;
  response: GeminiResponse;
  event: GeminiResponse;
}

/** What is read as `generateContent`: the types of `@google/genai` are assignable to it. */
export interface GeminiInput {
  tool: GeminiToolInput;
  choice: { readonly functionCallingConfig?: { readonly mode?: string } };
  calls: GeminiResponseInput | GeminiContentInput | GeminiPartInput | readonly (GeminiContentInput | GeminiPartInput)[];
  results: GeminiContentInput | readonly (GeminiContentInput | GeminiPartInput)[];
  request: GeminiRequestInput;
  response: GeminiResponseInput;
  event: GeminiResponseInput;
}

/** https://ai.google.dev/api/caching#Tool; every built-in tool is a field beside the functions. */
export interface GeminiTool {
  readonly functionDeclarations?: GeminiFunctionDeclaration[];
  readonly googleSearch?: { readonly excludeDomains?: string[] };
  readonly urlContext?: { readonly [setting: string]: never };
  readonly codeExecution?: { readonly [setting: string]: never };
}

/** https://ai.google.dev/api/caching#FunctionDeclaration */
export interface GeminiFunctionDeclaration {
  readonly name: string;
  readonly description?: string;
  readonly parametersJsonSchema?: JsonSchema;
  readonly responseJsonSchema?: JsonSchema;
}

/** https://ai.google.dev/api/caching#ToolConfig */
export interface GeminiToolConfig {
  readonly functionCallingConfig?: {
    readonly mode?: FunctionCallingConfigMode;
    readonly allowedFunctionNames?: string[];
  };
}

/** https://ai.google.dev/api/caching#Content */
export interface GeminiContent {
  readonly role: "user" | "model";
  readonly parts: GeminiPart[];
}

/** https://ai.google.dev/api/caching#Part */
export interface GeminiPart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly inlineData?: { readonly mimeType: string; readonly data: string; readonly displayName?: string };
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string };
  readonly functionCall?: GeminiFunctionCall;
  readonly functionResponse?: GeminiFunctionResponse;
}

/** The part that a call is. */
export interface GeminiCallPart {
  readonly functionCall: GeminiFunctionCall;
  readonly thoughtSignature?: string;
}

/** https://ai.google.dev/api/caching#FunctionCall */
export interface GeminiFunctionCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: JsonObject;
}

/** https://ai.google.dev/api/caching#FunctionResponse */
export interface GeminiFunctionResponse {
  readonly id?: string;
  readonly name: string;
  readonly response: JsonObject;
  readonly parts?: { readonly inlineData?: { readonly mimeType: string; readonly data: string } }[];
}

/** https://ai.google.dev/api/generate-content; the model is in the URL. */
export interface GeminiRequest {
  readonly contents: GeminiContent[];
  readonly systemInstruction?: { readonly parts: GeminiPart[] };
  readonly tools?: GeminiTool[];
  readonly toolConfig?: GeminiToolConfig;
  readonly generationConfig?: GeminiGenerationConfig;
  readonly cachedContent?: string;
}

/** https://ai.google.dev/api/generate-content#generationconfig */
export interface GeminiGenerationConfig {
  readonly candidateCount?: number;
  readonly frequencyPenalty?: number;
  readonly logprobs?: number;
  readonly maxOutputTokens?: number;
  readonly presencePenalty?: number;
  readonly responseJsonSchema?: JsonSchema;
  readonly responseLogprobs?: boolean;
  readonly responseMimeType?: string;
  readonly seed?: number;
  readonly stopSequences?: string[];
  readonly temperature?: number;
  readonly thinkingConfig?: {
    readonly includeThoughts?: boolean;
    readonly thinkingBudget?: number;
    readonly thinkingLevel?: ThinkingLevel;
  };
  readonly topK?: number;
  readonly topP?: number;
}

/** https://ai.google.dev/api/generate-content#generatecontentresponse, without the getters that the SDK adds. */
export interface GeminiResponse {
  readonly candidates?: GeminiCandidate[];
  readonly promptFeedback?: { readonly blockReason?: BlockedReason; readonly blockReasonMessage?: string };
  readonly usageMetadata?: GeminiUsage;
  readonly modelVersion?: string;
  readonly responseId?: string;
}

/** One candidate of a response. */
export interface GeminiCandidate {
  readonly index?: number;
  readonly content?: GeminiContent;
  readonly finishReason?: FinishReason;
  readonly finishMessage?: string;
}

/** The tokens of a response. */
export interface GeminiUsage {
  readonly promptTokenCount?: number;
  readonly candidatesTokenCount?: number;
  readonly totalTokenCount?: number;
  readonly cachedContentTokenCount?: number;
  readonly thoughtsTokenCount?: number;
  readonly toolUsePromptTokenCount?: number;
}

// `@google/genai` types these fields with enums. TypeScript takes a value of another enum where both have the same name and
// members, and a string nowhere. They are declared for the compiler alone: on the wire they are strings.

declare enum FunctionCallingConfigMode {
  AUTO = "AUTO",
  ANY = "ANY",
  NONE = "NONE",
  VALIDATED = "VALIDATED",
}

declare enum ThinkingLevel {
  MINIMAL = "MINIMAL",
  LOW = "LOW",
  MEDIUM = "MEDIUM",
  HIGH = "HIGH",
}

declare enum BlockedReason {
  SAFETY = "SAFETY",
  OTHER = "OTHER",
  BLOCKLIST = "BLOCKLIST",
  PROHIBITED_CONTENT = "PROHIBITED_CONTENT",
}

declare enum FinishReason {
  STOP = "STOP",
  MAX_TOKENS = "MAX_TOKENS",
  SAFETY = "SAFETY",
  RECITATION = "RECITATION",
  LANGUAGE = "LANGUAGE",
  OTHER = "OTHER",
  BLOCKLIST = "BLOCKLIST",
  PROHIBITED_CONTENT = "PROHIBITED_CONTENT",
  SPII = "SPII",
  MALFORMED_FUNCTION_CALL = "MALFORMED_FUNCTION_CALL",
  UNEXPECTED_TOOL_CALL = "UNEXPECTED_TOOL_CALL",
}

// ── what is read ────────────────────────────────────────────────────────────

/** Functions, or a tool that Google defines. */
export interface GeminiToolInput {
  readonly functionDeclarations?: readonly {
    readonly name?: string;
    readonly description?: string;
    readonly parameters?: object;
    readonly parametersJsonSchema?: unknown;
  }[];
  readonly googleSearch?: object;
  readonly urlContext?: object;
  readonly codeExecution?: object;
}

/** A part of a message. */
export interface GeminiPartInput {
  readonly text?: string;
  readonly functionCall?: { readonly name?: string; readonly args?: object };
  readonly functionResponse?: { readonly name?: string; readonly response?: object };
}

/** A message. */
export interface GeminiContentInput {
  readonly role?: string;
  readonly parts?: readonly GeminiPartInput[];
}

/** A request, with the fields that tell it from others. */
export interface GeminiRequestInput {
  readonly contents: readonly GeminiContentInput[];
  readonly tools?: readonly GeminiToolInput[];
  readonly toolConfig?: GeminiInput["choice"];
}

/** A response, with the fields that all responses have. */
export interface GeminiResponseInput {
  readonly candidates?: readonly { readonly content?: GeminiContentInput; readonly finishReason?: string }[];
  readonly usageMetadata?: object;
}

// ── the fields that the codecs read ─────────────────────────────────────────

/** https://ai.google.dev/api/caching#Tool, also in snake_case, which the server takes too. */
export interface GeminiToolFields {
  readonly functionDeclarations?: readonly Json[];
  readonly function_declarations?: readonly Json[];
}

/** https://ai.google.dev/api/caching#FunctionDeclaration, also in snake_case. */
export interface FunctionDeclarationFields {
  readonly name: string;
  readonly description?: string;
  readonly parametersJsonSchema?: JsonSchema;
  readonly parameters?: JsonObject;
  readonly parameters_json_schema?: JsonSchema;
  readonly responseJsonSchema?: JsonSchema;
  readonly response?: JsonObject;
  readonly response_json_schema?: JsonSchema;
  readonly behavior?: "BLOCKING" | "NON_BLOCKING";
}
