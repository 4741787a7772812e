import type { JsonNumber } from "../model/json.ts";
import { JsonError } from "./error.ts";

/**
 * A number kept as it was written.
 *
 * @example
 * new LosslessNumber("12345678901234567890").toString(); // "12345678901234567890"
 */
export class LosslessNumber implements JsonNumber {
  readonly lexeme: string;

  constructor(lexeme: string) {
    // It is later written into JSON text as it is, so that it must be a number.
    if (!NUMBER.test(lexeme)) throw new JsonError("not_json", `not a JSON number: ${lexeme.slice(0, 40)}`);
    this.lexeme = lexeme;
    Object.freeze(this);
  }

  valueOf(): number {
    return Number(this.lexeme);
  }

  toString(): string {
    return this.lexeme;
  }

  /** Lets the native `JSON.stringify` keep the digits in runtimes with `JSON.rawJSON`. */
  toJSON(): unknown {
    const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
    if (rawJSON !== undefined) return rawJSON(this.lexeme);
    throw new JsonError("unsupported", `this runtime would change the digits of ${this.lexeme}: use stringifyJson`);
  }
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Whether a value is a number that kept its digits.
 *
 * @example
 * isJsonNumber(parseJson("1e400")); // true
 */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return value instanceof LosslessNumber;
}
