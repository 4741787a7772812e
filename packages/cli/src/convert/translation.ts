import type { Change, Json, Loss } from "@toolglot/core";
import { NotFoundError } from "../input/location.ts";
import type { InputTranslation } from "./converter.ts";

/** A result of the core. */
export interface CoreResult<T extends Json = Json> {
  readonly value: T;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** A result of the core as a translation. */
export function toTranslation({ value, losses, changes }: CoreResult): InputTranslation {
  return { value, losses: losses.map((loss) => ({ loss })), changes };
}

/** The translation of a list; a single value if the input was one and the target has one entry for it. */
export function toListTranslation(
  made: CoreResult<Json[]>,
  input: Json,
  { what, isSingle }: ListOptions,
): InputTranslation {
  const [first, ...more] = made.value;
  if (first === undefined && made.losses.length === 0 && !isEmptyList(input)) throw new NotFoundError(what);
  return toTranslation(isSingle && first !== undefined && more.length === 0 ? { ...made, value: first } : made);
}

interface ListOptions {
  readonly what: string;
  readonly isSingle: boolean;
}

function isEmptyList(input: Json): boolean {
  return Array.isArray(input) && input.length === 0;
}
