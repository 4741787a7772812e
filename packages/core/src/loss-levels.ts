import type { CallPart } from "./model/call.ts";
import type { Choice, ToolReference } from "./model/choice.ts";
import type { LossCode } from "./model/codes.ts";
import type { Citation, MediaPart, OpaquePart, ReasoningPart, RefusalPart, TextPart } from "./model/content.ts";
import type { LossLevel, UnknownFieldLevels } from "./model/loss.ts";
import type { Message } from "./model/message.ts";
import type { Provenance } from "./model/node.ts";
import type { ResultPart } from "./model/part.ts";
import type { CanonicalRequest } from "./model/request.ts";
import type { Candidate, CanonicalResponse, FinishReason, Usage } from "./model/response.ts";
import type { CustomFields, FunctionFields, HostedFields, ToolBase } from "./model/tool.ts";

/** The codes that have one level; that of a lost field depends on the field. */
export type LevelledCode = Exclude<LossCode, "field">;

/** The level of each loss by its code. */
export const CODE_LEVELS: Readonly<Record<LevelledCode, LossLevel>> = {
  keyword: "content",
  "json-text": "content",
  recursion: "content",
  "one-of-to-any-of": "content",
  malformed: "content",
  "undeclared-required": "content",
  "dangling-ref": "content",
  "cyclic-ref": "content",
  "lenient-required": "content",
  strict: "setting",
  tool: "content",
  refused: "content",
  part: "content",
  media: "content",
  "result-media": "content",
  model: "setting",
  unsupported: "content",
  "system-message": "content",
  "foreign-reasoning": "content",
  // A proof that only its vendor can check. The reasoning that it signs is a loss of its own.
  "foreign-signature": "metadata",
  "missing-reasoning": "setting",
  "forced-choice": "setting",
  "allowed-tools": "setting",
  "unknown-tool": "setting",
  "choice-without-tools": "setting",
  grammar: "content",
  "orphan-result": "content",
  "duplicate-result": "content",
  "invalid-arguments": "content",
  "truncated-call": "content",
  "duplicate-key": "content",
  "half-character": "content",
  "invalid-utf-8": "content",
  "cache-marks": "setting",
  "stop-reason": "content",
};

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

/** The level of each canonical field. */
export const FIELD_LEVELS: Readonly<Record<CanonicalField, LossLevel>> = {
  // A request
  model: "setting",
  messages: "content",
  tools: "content",
  choice: "setting",
  loaded: "content",
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
  formatType: "content",
  formatName: "metadata",
  formatDescription: "content",
  formatSchema: "content",
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
  cacheId: "content",
  previousResponse: "content",

  // A message and its parts
  role: "content",
  parts: "content",
  plain: "metadata",
  name: "content",
  phase: "metadata",
  outputConfig: "setting",
  text: "content",
  texts: "content",
  summary: "metadata",
  redacted: "content",
  citations: "content",
  cacheControl: "setting",
  cacheBreakpoint: "setting",
  signature: "metadata",
  url: "content",
  title: "content",
  start: "content",
  end: "content",
  quote: "content",
  kind: "content",
  source: "content",
  mediaType: "content",
  context: "content",
  citationsConfig: "setting",
  detail: "setting",
  resolution: "setting",
  feature: "content",
  wire: "content",
  hostedTool: "setting",
  loads: "content",
  searchResult: "content",
  id: "metadata",
  namespace: "content",
  builtIn: "content",
  input: "content",
  structured: "content",
  isError: "content",

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
  failure: "content",
  finishReason: "content",
  reason: "content",
  raw: "content",
  special: "content",
  sequence: "content",
  message: "content",
  resume: "content",
  output: "metadata",
  cacheRead: "metadata",
  cacheWrite: "metadata",
  reasoning: "metadata",
  total: "metadata",

  // A tool
  description: "content",
  inputSchema: "content",
  outputSchema: "content",
  format: "content",
  strict: "setting",
  annotations: "setting",
  icons: "metadata",
  meta: "metadata",
  deferLoading: "setting",
  allowedCallers: "setting",
  inputExamples: "content",
  eagerInputStreaming: "setting",
  namespaceDescription: "content",
  version: "metadata",
  category: "metadata",
  tags: "metadata",
  timeoutMs: "setting",
  requiredScopes: "setting",
  vendorType: "setting",
  settings: "setting",
};

/** The level of a canonical field. One that the types do not know is taken for content. */
export function fieldLevel(field: string): LossLevel {
  return Object.hasOwn(FIELD_LEVELS, field) ? FIELD_LEVELS[field as CanonicalField] : "content";
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
