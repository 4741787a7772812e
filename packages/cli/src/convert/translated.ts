import type { Change, Json, Loss } from "@toolglot/core";
import { NothingThere } from "../input/place.ts";
import type { Translated } from "./kind.ts";

/** What the core makes of an input. */
export interface Made<T extends Json = Json> {
  readonly value: T;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** What the core made of an input, as a translation. */
export function translated({ value, losses, changes }: Made): Translated {
  return { value, losses: losses.map((loss) => ({ loss })), changes };
}

/** A list of what was found in an input; one alone where the input was one, and the target has one entry for it. */
export function translatedList(made: Made<Json[]>, input: Json, { what, isSingle }: Listed): Translated {
  const [first, ...more] = made.value;
  if (first === undefined && made.losses.length === 0 && !isEmptyList(input)) throw new NothingThere(what);
  return translated(isSingle && first !== undefined && more.length === 0 ? { ...made, value: first } : made);
}

interface Listed {
  readonly what: string;
  readonly isSingle: boolean;
}

function isEmptyList(input: Json): boolean {
  return Array.isArray(input) && input.length === 0;
}
