import type { Json, JsonSchema } from "@toolglot/core";
import { BudgetExceededError } from "./validate/budget.ts";
import { describeErrors } from "./validate/describe-errors.ts";
import { SchemaPreparer } from "./validate/prepare.ts";
import { runValidator, type ValidatorResult } from "./validate/run-validator.ts";
import { valueFacts } from "./validate/value-facts.ts";

/** The result of validating a value. */
export interface ValidationResult {
  /** What is wrong with the value, as messages for the model that wrote it; empty if it is valid. */
  readonly problems: readonly string[];
  /** Parts of the schema that were not checked. */
  readonly notes: readonly string[];
}

/**
 * Validates a value. Returns a message for the model that wrote it, or `undefined` if it is valid.
 *
 * @example
 * validate({ n: "one" }, { type: "object", properties: { n: { type: "integer" } } });
 * // 'the arguments do not match the tool\'s schema: n: expected an integer, got "one"'
 */
export function validate(value: Json, schema: JsonSchema): string | undefined {
  const { problems } = inspect(value, schema);
  if (problems.length === 0) return undefined;
  const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more`] : [];
  return `the arguments do not match the tool's schema: ${[...problems.slice(0, MAX_PROBLEMS), ...more].join("; ")}`;
}

/**
 * Validates a value against an untrusted schema: in bounded time, without fetching anything.
 *
 * @example
 * inspect({ tz: 1 }, { type: "object", properties: { tz: { type: "string" } } }).problems; // ["tz: expected a string, got 1"]
 */
export function inspect(value: Json, schema: JsonSchema): ValidationResult {
  const facts = valueFacts(value);
  const preparation = new SchemaPreparer(facts);
  try {
    const judgement: ValidatorResult = runValidator(facts.value, schema, preparation);
    return { problems: describeErrors(judgement, value, preparation.patterns), notes: [...preparation.notes] };
  } catch (error) {
    return failedValidation(error, [...preparation.notes]);
  }
}

const MAX_PROBLEMS = 10;

function failedValidation(error: unknown, notes: readonly string[]): ValidationResult {
  // A schema that refers to itself endlessly overflows the stack.
  const isBomb = error instanceof BudgetExceededError || error instanceof RangeError;
  if (isBomb) return { problems: ["the tool's schema takes too long to check"], notes };
  const reason = error instanceof Error ? error.message : String(error);
  return { problems: [], notes: [...notes, `the schema is not checked: ${reason}`] };
}
