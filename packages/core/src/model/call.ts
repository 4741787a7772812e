import type { Json, JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Signature } from "./signature.ts";

/** The arguments of a call, as they were sent: JSON text, a JSON value, or the free text of a custom tool. */
export type CallInput =
  | { readonly type: "json"; readonly text: string }
  | { readonly type: "value"; readonly value: Json }
  | { readonly type: "text"; readonly text: string };

/** A tool call by the model. */
export interface CallPart extends Provenance {
  readonly type: "call";
  /** Empty where the source has no id: a translation derives one. */
  readonly id: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly kind: "function" | "custom";
  /** The type of a vendor-defined tool that the client runs (such as `local_shell`), where its calls have a form of their own. */
  readonly builtIn?: string | undefined;
  readonly input: CallInput;
  readonly cacheControl?: JsonObject | undefined;
  readonly signature?: Signature | undefined;
}
