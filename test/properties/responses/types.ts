import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import type { Script } from "../script.ts";

/** How a dialect's whole responses are written and read, from the wire facts and without the core. */
export interface WholeResponses {
  readonly write: (script: Script) => Fields;
  readonly textOf: (response: Json) => string;
  /** The name and the arguments of each call; the arguments are a text where the dialect has texts there. */
  readonly callsOf: (response: Json) => readonly (readonly [Json | undefined, Json | undefined])[];
}
