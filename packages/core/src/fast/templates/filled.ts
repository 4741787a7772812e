// The fast path `templates`: the values of a body that a template is filled with.

import type { Json, JsonObject } from "../../model/json.ts";

/** The arguments of a call, as they came and as an object. */
export interface FreeArguments {
  readonly value: Json;
  readonly parsed: JsonObject;
  /** As JSON text, once somebody has asked for it. */
  text?: string;
}

/** The values that a template is filled with. */
export interface Filled {
  readonly values: readonly (Json | FreeArguments)[];
  /** Those of the values that are counts. */
  readonly counts: readonly number[];
  /** So many of the first values have nothing that JSON escapes. */
  readonly unescaped: number;
}
