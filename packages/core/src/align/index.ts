export type {
  AlignedRow,
  Alignment,
  AlignOptions,
  RequestPair,
  ResponsePair,
  RowKind,
  RowState,
  Side,
} from "./alignment.ts";
