export type {
  AlignedRow,
  Alignment,
  AlignOptions,
  RequestPair,
  ResponsePair,
  RowKind,
  RowSide,
  RowState,
} from "./alignment.ts";
export { type AssembledStream, assembleStream, type StreamFrame } from "./assemble-stream.ts";
export { alignRequests } from "./requests.ts";
export { alignResponses } from "./responses.ts";
export { type StreamPart, streamParts } from "./stream-parts.ts";
export { alignTools, type ToolsPair } from "./tools.ts";
