export {
  checkTools,
  convertCallId,
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertTools,
  convertToolsInSteps,
  createBridge,
  createToolConverter,
  decodeTools,
  dialectNamed,
  encodeTools,
  formatToolResult,
  parseToolCalls,
} from "./api.ts";
export { BodyReader } from "./body-reader.ts";
export type {
  AnswerTranslation,
  Bridge,
  BridgeEvents,
  BridgeOptions,
  BridgeStream,
  BridgeTransformer,
  ErrorTranslation,
  PausedTurn,
  RepeatedRequest,
  RepeatedResponse,
  ResponseOptions,
  TextController,
  Translation,
} from "./conversation/bridge-types.ts";
export { type Detection, type DetectOptions, detectDialect } from "./detect.ts";
export { errorCodecs } from "./dialects/errors.ts";
export { dialectIdOf, dialectNames, isDialect } from "./dialects/ids.ts";
export { dialects, findDialect } from "./dialects/index.ts";
export type {
  AnyInput,
  AnyWire,
  DialectId,
  DialectLike,
  DialectName,
  IdOf,
  InputOf,
  WireOf,
} from "./dialects/names.ts";
export type * from "./dialects/wire.ts";

export type { Facts } from "./facts/facts.ts";
export { factsOf } from "./facts/index.ts";
export { ALL_FAST, type FastOption, type FastPath, type FastPaths } from "./fast/switches.ts";
export { ToolMemory } from "./fast/tool-memory.ts";
export {
  duplicatesIn,
  isJsonNumber,
  JsonError,
  jsonIn,
  LosslessNumber,
  parseJson,
  stringifyJson,
  stringifyJsonInSteps,
} from "./json/index.ts";
export { isObject } from "./json/value.ts";
export { CODE_LEVELS } from "./loss-levels.ts";
export { refusableFields } from "./mapping/settings/model-rules.ts";
export type { ChangeRule, LossCode, RefusalCode } from "./model/codes.ts";
export type { ModelFacts } from "./model/conversation-profile.ts";
export type { DetectKind } from "./model/detect.ts";
export type { Dialect, Problem } from "./model/dialect.ts";
export { ConversionError, type ConversionErrorFields, type Direction } from "./model/error.ts";
export type { Failure, FailureKind } from "./model/failure.ts";
export type { Json, JsonNumber, JsonObject } from "./model/json.ts";
export type { Change, Loss, LossAction, LossLevel } from "./model/loss.ts";
export type { ProfileName } from "./model/profile.ts";
export type { KeptPart, KeptReasoning, ReasoningRecord } from "./model/reasoning.ts";
export type { JsonSchema, StandardJsonSchema } from "./model/schema.ts";
export type { CustomFields, FunctionFields, HostedFields, ToolFields } from "./model/tool.ts";
export type { Usage } from "./model/usage.ts";
export { type RequestTraits, requestTraits } from "./request-traits.ts";
export { profileNamed } from "./resolve-options.ts";
export { isProfileName, profileNames } from "./schema/profiles/names.ts";
export {
  type EventStreamFraming,
  type EventStreamMessage,
  encodeEventStreamMessage,
  eventStreamFraming,
  type OnEventStreamMessage,
} from "./stream/event-stream.ts";
export { EventStreamEncoder } from "./stream/event-stream-text.ts";
export { StreamError } from "./stream/framing.ts";
export { JsonProgress, type JsonState } from "./stream/partial-json.ts";
export { nearest } from "./suggest.ts";
export { createTool, type Tool } from "./tool.ts";
export type { ChoicePiece, Piece, PieceOptions, ToolCall, ToolResult } from "./tool-calls.ts";
export type { ToolConverter } from "./tool-converter.ts";
export type { SourceName } from "./tools/lookup.ts";
export type {
  CheckOptions,
  Converted,
  ConvertOptions,
  Decoded,
  DecodeOptions,
  EncodeOptions,
  OnLoss,
  ToolsInput,
} from "./translate-options.ts";
