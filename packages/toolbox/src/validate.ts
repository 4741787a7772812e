import type { Json, JsonSchema } from "@toolglot/core";
import { TooMuchWork } from "./validate/budget.ts";
import { type Judgement, judge } from "./validate/errors.ts";
import { factsOf } from "./validate/facts.ts";
import { Preparation } from "./validate/prepare.ts";
import { wordsFor } from "./validate/words.ts";

/** What came of holding a value against a schema. */
export interface Verdict {
  /** What is wrong with it, in words for the model that made it; none where it is valid. */
  readonly problems: readonly string[];
  /** What the schema says and could not be checked. */
  readonly notes: readonly string[];
}

/**
 * What is wrong with a value by a schema, in words for the model that made it; nothing where it is valid.
 *
 * @example
 * validate({ n: "one" }, { type: "object", properties: { n: { type: "integer" } } });
 * // 'the arguments do not match the tool\'s schema: n: expected an integer, got "one"'
 */
export function validate(value: Json, schema: JsonSchema): string | undefined {
  const { problems } = inspect(value, schema);
  if (problems.length === 0) return undefined;
  const more = problems.length > MOST ? [`and ${problems.length - MOST} more`] : [];
  return `the arguments do not match the tool's schema: ${[...problems.slice(0, MOST), ...more].join("; ")}`;
}

/** Holds a value against a schema that may be anybody's: in bounded time, and without going anywhere. */
export function inspect(value: Json, schema: JsonSchema): Verdict {
  const facts = factsOf(value);
  const preparation = new Preparation(facts);
  try {
    const judgement: Judgement = judge(facts.value, schema, preparation);
    return { problems: wordsFor(judgement, value, preparation.patterns), notes: [...preparation.notes] };
  } catch (error) {
    return unjudged(error, [...preparation.notes]);
  }
}

const MOST = 10;

function unjudged(error: unknown, notes: readonly string[]): Verdict {
  // A schema that leads back to itself without end takes all of the stack.
  const isBomb = error instanceof TooMuchWork || error instanceof RangeError;
  if (isBomb) return { problems: ["the tool's schema takes too long to check"], notes };
  const reason = error instanceof Error ? error.message : String(error);
  return { problems: [], notes: [...notes, `nothing is checked: ${reason}`] };
}
