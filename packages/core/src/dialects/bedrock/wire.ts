import type { SchemaInput } from "../../model/schema.ts";

/**
 * What Converse looks like to TypeScript: the JSON of its HTTP API. It is assignable to the types of
 * `@aws-sdk/client-bedrock-runtime`, except for bytes: they are Base64 in JSON, and a `Uint8Array` in the SDK.
 */
export interface BedrockWire {
  tool: BedrockTool;
  choice: BedrockToolChoice;
  call: BedrockToolUse;
  result: BedrockToolResultMessage;
  message: BedrockMessage;
  request: BedrockRequest;
  response: BedrockResponse;
  event: BedrockStreamEvent;
}

/** What is read as Converse: the types of `@aws-sdk/client-bedrock-runtime` are assignable to it. */
export interface BedrockInput {
  tool: BedrockToolInput;
  choice: BedrockChoiceInput;
  calls: BedrockCallsInput | readonly BedrockCallsInput[];
  results: BedrockContentInput | readonly BedrockContentInput[];
  request: BedrockRequestInput;
  response: BedrockResponseInput;
  event: BedrockEventInput;
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Tool.html */
export type BedrockTool =
  | { readonly toolSpec: BedrockToolSpec }
  | { readonly systemTool: { readonly name: string } }
  | { readonly cachePoint: BedrockCachePoint };

/** A function. */
export interface BedrockToolSpec {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly json: BedrockDocument };
  readonly strict?: boolean;
}

/** A JSON object, as the SDK types it. */
export interface BedrockDocument {
  readonly [key: string]: BedrockDocumentValue;
}

/** A JSON value, as the SDK types it. */
export type BedrockDocumentValue = null | boolean | number | string | BedrockDocumentValue[] | BedrockDocument;

/** Ends a prefix that is cached: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
export interface BedrockCachePoint {
  readonly type: "default";
  readonly ttl?: "5m" | "1h";
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html */
export type BedrockToolChoice =
  | { readonly auto: Record<string, never> }
  | { readonly any: Record<string, never> }
  | { readonly tool: { readonly name: string } };

/** A call, in an assistant message. */
export interface BedrockToolUse {
  readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: BedrockDocument };
}

/** A result, in a user message. */
export interface BedrockToolResult {
  readonly toolResult: {
    readonly toolUseId: string;
    readonly content: BedrockToolResultContent[];
    readonly status?: "success" | "error";
  };
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultContentBlock.html */
export type BedrockToolResultContent =
  | BedrockText
  | { readonly json: BedrockDocument }
  | BedrockImage
  | BedrockFile
  | BedrockVideo;

/** The user message that carries results. */
export interface BedrockToolResultMessage {
  readonly role: "user";
  readonly content: BedrockToolResult[];
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html */
export interface BedrockMessage {
  readonly role: "user" | "assistant";
  readonly content: BedrockContentBlock[];
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html */
export type BedrockContentBlock =
  | BedrockText
  | BedrockImage
  | BedrockFile
  | BedrockVideo
  | BedrockAudio
  | BedrockToolUse
  | BedrockToolResult
  | BedrockReasoning
  | BedrockCitedText
  | { readonly cachePoint: BedrockCachePoint };

/** A text. */
export interface BedrockText {
  readonly text: string;
}

/** The bytes of a medium as Base64, or where they are in S3. */
export type BedrockMediaSource =
  | { readonly bytes: string }
  | { readonly s3Location: { readonly uri: string; readonly bucketOwner?: string } };

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html */
export interface BedrockImage {
  readonly image: { readonly format: "png" | "jpeg" | "gif" | "webp"; readonly source: BedrockMediaSource };
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html */
export interface BedrockFile {
  readonly document: {
    readonly format?: "pdf" | "csv" | "doc" | "docx" | "xls" | "xlsx" | "html" | "txt" | "md";
    readonly name: string;
    readonly source: BedrockMediaSource | { readonly text: string };
    readonly context?: string;
  };
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_VideoBlock.html */
export interface BedrockVideo {
  readonly video: {
    readonly format: "mkv" | "mov" | "mp4" | "webm" | "flv" | "mpeg" | "mpg" | "wmv" | "three_gp";
    readonly source: BedrockMediaSource;
  };
}

/** Audio. */
export interface BedrockAudio {
  readonly audio: {
    readonly format: "aac" | "flac" | "m4a" | "mp3" | "ogg" | "opus" | "pcm" | "wav" | "webm";
    readonly source: BedrockMediaSource;
  };
}

/** Reasoning with the signature that proves it, or reasoning that only the vendor can read, as Base64. */
export interface BedrockReasoning {
  readonly reasoningContent:
    | { readonly reasoningText: { readonly text: string; readonly signature?: string } }
    | { readonly redactedContent: string };
}

/** A text with its sources: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CitationsContentBlock.html */
export interface BedrockCitedText {
  readonly citationsContent: { readonly content: BedrockText[]; readonly citations: BedrockCitation[] };
}

/** A source of a text. */
export interface BedrockCitation {
  readonly title?: string;
  readonly sourceContent?: BedrockText[];
  readonly location?: { readonly web: { readonly url: string; readonly domain?: string } };
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html; the model is in the URL. */
export interface BedrockRequest {
  readonly messages: BedrockMessage[];
  readonly system?: (BedrockText | { readonly cachePoint: BedrockCachePoint })[];
  readonly inferenceConfig?: {
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly topP?: number;
    readonly stopSequences?: string[];
  };
  readonly toolConfig?: { readonly tools: BedrockTool[]; readonly toolChoice?: BedrockToolChoice };
  readonly outputConfig?: BedrockOutputConfig;
  readonly additionalModelRequestFields?: BedrockDocument;
  readonly requestMetadata?: { readonly [key: string]: string };
  readonly serviceTier?: { readonly type: "default" | "flex" | "priority" | "reserved" };
}

/** The effort of a response, and the schema of its text, which is JSON in a string. */
export interface BedrockOutputConfig {
  readonly effort?: string;
  readonly textFormat?: {
    readonly type: "json_schema";
    readonly structure: {
      readonly jsonSchema: { readonly schema: string; readonly name?: string; readonly description?: string };
    };
  };
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_ResponseSyntax */
export interface BedrockResponse {
  readonly output: { readonly message: { readonly role: "assistant"; readonly content: BedrockContentBlock[] } };
  readonly stopReason: BedrockStopReason;
  readonly usage: BedrockUsage;
  readonly metrics: { readonly latencyMs: number };
  readonly serviceTier?: { readonly type: "default" | "flex" | "priority" | "reserved" };
}

/** Why a response ended. */
export type BedrockStopReason =
  | "end_turn"
  | "tool_use"
  | "max_tokens"
  | "stop_sequence"
  | "guardrail_intervened"
  | "content_filtered"
  | "malformed_model_output"
  | "malformed_tool_use"
  | "model_context_window_exceeded";

/** The tokens of a response; `inputTokens` leaves out cached tokens. */
export interface BedrockUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly cacheReadInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html */
export type BedrockStreamEvent =
  | { readonly messageStart: { readonly role: "assistant" } }
  | {
      readonly contentBlockStart: {
        readonly contentBlockIndex: number;
        readonly start: { readonly toolUse: { readonly toolUseId: string; readonly name: string } };
      };
    }
  | { readonly contentBlockDelta: { readonly contentBlockIndex: number; readonly delta: BedrockDelta } }
  | { readonly contentBlockStop: { readonly contentBlockIndex: number } }
  | { readonly messageStop: { readonly stopReason: BedrockStopReason } }
  | { readonly metadata: { readonly usage: BedrockUsage; readonly metrics: { readonly latencyMs: number } } };

/** A piece of a block. */
export type BedrockDelta =
  | { readonly text: string }
  | { readonly toolUse: { readonly input: string } }
  | { readonly reasoningContent: { readonly text: string } | { readonly signature: string } }
  | { readonly citation: BedrockCitation };

// ── what is read ────────────────────────────────────────────────────────────

/** A tool of the user's, one that runs at AWS, or a cache point. */
export type BedrockToolInput =
  | { readonly toolSpec: BedrockToolSpecInput }
  | { readonly systemTool: object }
  | { readonly cachePoint: object }
  | { readonly $unknown: readonly [string, unknown] };

/** A function; its schema may be an object of a schema library. */
export interface BedrockToolSpecInput {
  readonly name: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly json?: SchemaInput | BedrockDocumentValue } | undefined;
}

/** Which tools may be called. */
export type BedrockChoiceInput =
  | { readonly auto: object }
  | { readonly any: object }
  | { readonly tool: object }
  | { readonly $unknown: readonly [string, unknown] };

/** A message, with the fields that all messages have. */
export interface BedrockMessageInput {
  readonly role: string | undefined;
  readonly content: readonly object[] | undefined;
}

/** Where calls may be. */
export type BedrockCallsInput = BedrockResponseInput | BedrockContentInput;

/** A message, or a block of one. */
export type BedrockContentInput = BedrockMessageInput | { readonly toolUse: object } | { readonly toolResult: object };

/** A request, with the fields that all requests have. */
export interface BedrockRequestInput {
  readonly modelId?: string | undefined;
  readonly messages?: readonly BedrockMessageInput[] | undefined;
  readonly system?: readonly object[] | undefined;
  readonly inferenceConfig?: object | undefined;
  readonly toolConfig?:
    | { readonly tools: readonly BedrockToolInput[] | undefined; readonly toolChoice?: BedrockChoiceInput | undefined }
    | undefined;
}

/** A response, with the fields that all responses have. */
export interface BedrockResponseInput {
  readonly output: object | undefined;
  readonly stopReason: string | undefined;
}

/** An event of a stream: one of its kinds. */
export type BedrockEventInput =
  | { readonly messageStart: object }
  | { readonly contentBlockStart: object }
  | { readonly contentBlockDelta: object }
  | { readonly contentBlockStop: object }
  | { readonly messageStop: object }
  | { readonly metadata: object }
  | { readonly internalServerException: object }
  | { readonly modelStreamErrorException: object }
  | { readonly validationException: object }
  | { readonly throttlingException: object }
  | { readonly serviceUnavailableException: object }
  | { readonly $unknown: readonly [string, unknown] };
