import type { SchemaProfile } from "../../model/schema-profile.ts";
import { regularPattern } from "./regular-pattern.ts";

/** A pattern in the syntax of a target's engine; `undefined` if the engine cannot match it. */
export function targetPattern(pattern: string, patterns: SchemaProfile["patterns"]): string | undefined {
  if (patterns === "any") return pattern;
  const regular = regularPattern(pattern);
  if (regular === undefined || patterns === "regular") return regular?.text;
  const isSimple = !regular.hasProperties && regular.largest < LARGE_REPETITION && !pattern.includes("(?<");
  return isSimple ? regular.text : undefined;
}

/** Simple engines reject repetitions from this count on. */
const LARGE_REPETITION = 100;
