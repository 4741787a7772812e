/** Why a text or value is not JSON, or exceeds the limits. */
export type JsonErrorCode = "syntax" | "too_deep" | "too_large" | "not_json" | "circular" | "unsupported";

/** The position of the error in a text or value, as far as it is known. */
export interface JsonErrorPlace {
  readonly offset?: number | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly pointer?: string | undefined;
}

/** The error that `parseJson` and `stringifyJson` throw; offsets count UTF-16 units, lines and columns count from 1. */
export class JsonError extends Error {
  override readonly name: string = "JsonError";
  readonly code: JsonErrorCode;
  readonly offset: number | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly pointer: string | undefined;

  constructor(code: JsonErrorCode, message: string, place: JsonErrorPlace = {}) {
    super(message);
    this.code = code;
    this.offset = place.offset;
    this.line = place.line;
    this.column = place.column;
    this.pointer = place.pointer;
  }
}
