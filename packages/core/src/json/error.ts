/** Why a text or a value is not JSON, or not JSON within the limits. */
export type JsonErrorCode = "syntax" | "too_deep" | "too_large" | "not_json" | "circular" | "unsupported";

/** Where in a text or a value the trouble is; each field is there when it is known. */
export interface JsonErrorPlace {
  readonly offset?: number | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly pointer?: string | undefined;
}

/** The one error that `parseJson` and `stringifyJson` throw; offsets count UTF-16 units, lines and columns from 1. */
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
