import type { CallPart } from "./model/call.ts";
import type { Choice, ToolReference } from "./model/choice.ts";
import type { LossCode } from "./model/codes.ts";
import type { Citation, MediaPart, OpaquePart, ReasoningPart, RefusalPart, TextPart } from "./model/content.ts";
import type { LossLevel, UnknownFieldLevels } from "./model/loss.ts";
import type { Message } from "./model/message.ts";
import type { Provenance } from "./model/node.ts";
import type { ResultPart } from "./model/part.ts";
import type { CanonicalRequest } from "./model/request.ts";
import type { Candidate, CanonicalResponse, FinishReason } from "./model/response.ts";
import type { CustomFields, FunctionFields, HostedFields, ToolBase } from "./model/tool.ts";
import type { Usage } from "./model/usage.ts";

/** The codes that have one level; that of a lost field depends on the field. */
export type LevelledCode = Exclude<LossCode, "field">;

/** The codes of losses of content. */
const CONTENT_CODES = [
  "keyword",
  "json-text",
  "recursion",
  "one-of-to-any-of",
  "malformed",
  "undeclared-required",
  "dangling-ref",
  "cyclic-ref",
  "lenient-required",
  "tool",
  "refused",
  "part",
  "media",
  "result-media",
  "unsupported",
  "system-message",
  "foreign-reasoning",
  "grammar",
  "orphan-result",
  "duplicate-result",
  "invalid-arguments",
  "truncated-call",
  "duplicate-key",
  "half-character",
  "invalid-utf-8",
  "stop-reason",
] as const;

/** The level of each other code. Bundles do without the long list of content. */
const OTHER_CODES: Readonly<Record<Exclude<LevelledCode, (typeof CONTENT_CODES)[number]>, LossLevel>> = {
  strict: "setting",
  model: "setting",
  // A proof that only its vendor can check. The reasoning that it signs is a loss of its own.
  "foreign-signature": "metadata",
  "missing-reasoning": "setting",
  "forced-choice": "setting",
  "allowed-tools": "setting",
  "unknown-tool": "setting",
  "choice-without-tools": "setting",
  "cache-marks": "setting",
};

/** The level of a loss by its code. */
export function codeLevel(code: LevelledCode): LossLevel {
  return OTHER_CODES[code as keyof typeof OTHER_CODES] ?? "content";
}

/** The level of each loss by its code. */
export const CODE_LEVELS: Readonly<Record<LevelledCode, LossLevel>> = { ...asContent(CONTENT_CODES), ...OTHER_CODES };

/** The fields of a canonical node that a target may have no place for. */
type FieldsOf<Node> = Exclude<keyof Node, keyof Provenance | "type">;

type MessageField = FieldsOf<Message> | PartField | FieldsOf<Citation>;
type PartField =
  | FieldsOf<TextPart>
  | FieldsOf<MediaPart>
  | FieldsOf<RefusalPart>
  | FieldsOf<ReasoningPart>
  | FieldsOf<OpaquePart>
  | FieldsOf<CallPart>
  | FieldsOf<ResultPart>;
type ChoiceField = FieldsOf<Choice> | FieldsOf<ToolReference>;
type ResponseField = FieldsOf<CanonicalResponse> | FieldsOf<Candidate> | FieldsOf<FinishReason> | FieldsOf<Usage>;
type ToolField = FieldsOf<ToolBase> | FieldsOf<FunctionFields> | FieldsOf<CustomFields> | FieldsOf<HostedFields>;

/** A field of the canonical model, or one that codecs derive from it. */
export type CanonicalField =
  | FieldsOf<CanonicalRequest>
  | MessageField
  | ChoiceField
  | ResponseField
  | ToolField
  | "mediaType"
  | "namespaceDescription";

/** The fields that are content. */
const CONTENT_FIELDS = [
  // A request
  "messages",
  "tools",
  "loaded",
  "formatType",
  "formatDescription",
  "formatSchema",
  "cacheId",
  "previousResponse",
  // A message and its parts
  "role",
  "parts",
  "name",
  "text",
  "texts",
  "redacted",
  "citations",
  "url",
  "title",
  "start",
  "end",
  "quote",
  "kind",
  "source",
  "mediaType",
  "context",
  "feature",
  "wire",
  "loads",
  "searchResult",
  "namespace",
  "builtIn",
  "input",
  "structured",
  "isError",
  // A response
  "failure",
  "finishReason",
  "reason",
  "raw",
  "special",
  "sequence",
  "message",
  "resume",
  // A tool
  "description",
  "inputSchema",
  "outputSchema",
  "format",
  "inputExamples",
  "namespaceDescription",
] as const satisfies readonly CanonicalField[];

/** The level of each other field. Bundles do without the long list of content. */
const OTHER_FIELDS: Readonly<Record<Exclude<CanonicalField, (typeof CONTENT_FIELDS)[number]>, LossLevel>> = {
  // A request
  model: "setting",
  choice: "setting",
  stream: "setting",
  includeUsage: "setting",
  maxTokens: "setting",
  temperature: "setting",
  topP: "setting",
  topK: "setting",
  minP: "setting",
  frequencyPenalty: "setting",
  presencePenalty: "setting",
  repetitionPenalty: "setting",
  seed: "setting",
  stop: "setting",
  candidates: "setting",
  logprobs: "setting",
  topLogprobs: "setting",
  logitBias: "setting",
  formatName: "metadata",
  formatStrict: "setting",
  effort: "setting",
  thinking: "setting",
  thinkingBudget: "setting",
  thinkingDisplay: "setting",
  includeThoughts: "setting",
  reasoningSummary: "setting",
  verbosity: "setting",
  user: "metadata",
  metadata: "metadata",
  serviceTier: "setting",
  safetySettings: "setting",
  store: "setting",
  cacheKey: "setting",
  cacheMode: "setting",
  cacheTtl: "setting",
  cacheRetention: "setting",
  // A message and its parts
  plain: "metadata",
  phase: "metadata",
  outputConfig: "setting",
  summary: "metadata",
  cacheControl: "setting",
  cacheBreakpoint: "setting",
  signature: "metadata",
  citationsConfig: "setting",
  detail: "setting",
  resolution: "setting",
  hostedTool: "setting",
  id: "metadata",
  // A choice of tools
  mode: "setting",
  tool: "setting",
  allowed: "setting",
  implied: "setting",
  parallel: "setting",
  validated: "setting",
  hosted: "setting",
  // A response
  created: "metadata",
  usage: "metadata",
  usedTier: "metadata",
  output: "metadata",
  cacheRead: "metadata",
  cacheWrite: "metadata",
  cacheWrite5m: "metadata",
  cacheWrite1h: "metadata",
  reasoning: "metadata",
  total: "metadata",
  // A tool
  strict: "setting",
  annotations: "setting",
  icons: "metadata",
  meta: "metadata",
  deferLoading: "setting",
  allowedCallers: "setting",
  eagerInputStreaming: "setting",
  version: "metadata",
  category: "metadata",
  tags: "metadata",
  timeoutMs: "setting",
  requiredScopes: "setting",
  vendorType: "setting",
  settings: "setting",
};

/** The level of each canonical field. */
export const FIELD_LEVELS: Readonly<Record<CanonicalField, LossLevel>> = {
  ...asContent(CONTENT_FIELDS),
  ...OTHER_FIELDS,
};

function asContent<Name extends string>(names: readonly Name[]): Readonly<Record<Name, LossLevel>> {
  return Object.fromEntries(names.map((name) => [name, "content"])) as Record<Name, LossLevel>;
}

/** The level of a canonical field. */
export function levelOf(field: CanonicalField): LossLevel {
  return fieldLevel(field);
}

/** The level of a field by its name. One that the types do not know is taken for content. */
export function fieldLevel(field: string): LossLevel {
  return Object.hasOwn(OTHER_FIELDS, field) ? OTHER_FIELDS[field as keyof typeof OTHER_FIELDS] : "content";
}

/** What a message or a part says besides what the canonical model has. */
export const UNKNOWN_CONTENT: UnknownFieldLevels = { "*": "content" };

/** What a request, a choice or a tool asks for besides what the canonical model has. */
export const UNKNOWN_SETTINGS: UnknownFieldLevels = { "*": "setting" };

/** What a response and its usage tell besides what the canonical model has: fingerprints, durations, costs. */
export const UNKNOWN_METADATA: UnknownFieldLevels = { "*": "metadata" };

/** The level of one wire field that the canonical model does not have. */
export function unknownFieldLevel(levels: UnknownFieldLevels, pointer: string): LossLevel {
  return levels[pointer] ?? levels["*"];
}
