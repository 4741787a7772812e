// AWS's event streams are binary. They are recorded as text, in which secrets can be found and which people can read.

import type { findDialect } from "@toolglot/core";
import { core } from "../late-core.ts";

type Dialect = NonNullable<ReturnType<typeof findDialect>>;

/** Turns a binary stream into text. */
export type BodyTextSource = ReturnType<NonNullable<Dialect["streamSource"]>>;

/** What makes text of the streams of a dialect; `undefined` if they are text. */
export function streamSourceOf(dialect: string): BodyTextSource | undefined {
  return core.value.findDialect(dialect)?.streamSource?.();
}
