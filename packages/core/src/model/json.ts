/** Any JSON value. Numbers that a double cannot hold to the digit are `JsonNumber`. */
export type Json = null | boolean | number | string | JsonNumber | readonly Json[] | JsonObject;

/** A JSON object. A key named `__proto__` is an ordinary own key. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A number kept as it was written, because a double would change its digits. */
export interface JsonNumber {
  readonly lexeme: string;
  valueOf(): number;
  toString(): string;
}
