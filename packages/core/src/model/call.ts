import type { Json, JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Signature } from "./part.ts";

/** The arguments of a call, as they were sent: JSON text, a JSON value, or the free text of a custom tool. */
export type CallInput =
  | { readonly type: "json"; readonly text: string }
  | { readonly type: "value"; readonly value: Json }
  | { readonly type: "text"; readonly text: string };

/** The model calls a tool. */
export interface CallPart extends Provenance {
  readonly type: "call";
  /** Empty where the source gives none: a translation then derives one. */
  readonly id: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly kind: "function" | "custom";
  /** The vendor's type of a tool that it defines and the client runs, where calls of it have a form of their own. */
  readonly builtIn?: string | undefined;
  readonly input: CallInput;
  readonly cacheControl?: JsonObject | undefined;
  readonly signature?: Signature | undefined;
}
