import type { DialectName } from "../dialects/names.ts";
import type { Json } from "../model/json.ts";
import type { Change, Loss } from "../model/loss.ts";
import type { ProfileName } from "../model/profile.ts";

/**
 * What became of a node. `same` and `changed` rows with both sides are twins; a `changed` row without a right side is said in another
 * way, which its changes explain. What says nothing to the other side, such as a null or the time of a response, is no change of a
 * twin, and `omitted` where there is none. A twin may have losses too: something inside of it is gone.
 */
export type RowState = "same" | "changed" | "omitted" | "lost" | "added";

/** What kind of node a row is about. */
export type RowKind =
  | "setting"
  | "system"
  | "text"
  | "reasoning"
  | "call"
  | "result"
  | "media"
  /** A block that only one vendor has. */
  | "block"
  /** A message without content. */
  | "message"
  | "tool"
  | "tool choice"
  | "finish"
  | "usage"
  | "error"
  /** A field of a node, or one that the canonical model does not have. */
  | "field";

/** One side of a row. */
export interface RowSide {
  /** JSON Pointer into the body; for streams, into the assembled response. */
  readonly pointer: string;
  readonly value: Json;
}

/** A node of one body and its twin in the other. */
export interface AlignedRow {
  readonly state: RowState;
  readonly kind: RowKind;
  /** The author of the message that the node belongs to. */
  readonly role?: string;
  /** What a person reads first: the name of a field or tool, or a role. */
  readonly label: string;
  /** Missing where the row is `added`. */
  readonly left?: RowSide;
  /** Missing where nothing stands for the left side. */
  readonly right?: RowSide;
  /** The right side is the twin of an earlier row too: it says both, as a text that two were joined into. */
  readonly isShared?: true;
  /** The losses at the left side and below. */
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** Two bodies, node by node: the left body in reading order, and what the right one has in addition. */
export interface Alignment {
  readonly rows: readonly AlignedRow[];
  /** All losses of the translation, those of the rows included. */
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** Between which dialects, and how, two bodies were translated. */
export interface AlignOptions {
  /** The client's dialect. */
  readonly from: DialectName;
  /** The provider's dialect. */
  readonly to: DialectName;
  readonly profile?: ProfileName;
  /** The model that the provider was asked for. */
  readonly model?: string;
  /** The name of the provider, as the bridge was given it: signed reasoning goes back to the provider that has made it. */
  readonly providerName?: string | undefined;
  /** What the URL of the client's request says, in dialects where it names the model or asks for a stream. */
  readonly address?: { readonly model?: string; readonly stream?: boolean };
}

/** A request on both sides of a gateway. */
export interface RequestPair extends AlignOptions {
  /** What the client sent: the left side. */
  readonly client: Json;
  /** What the provider got: the right side. */
  readonly provider: Json;
  /** The losses that were reported; without them, those of translating again. */
  readonly losses?: readonly Loss[];
}

/** A response on both sides of a gateway. */
export interface ResponsePair extends AlignOptions {
  /** What the provider sent: the left side. */
  readonly provider: Json;
  /** What the client got: the right side. */
  readonly client: Json;
  /** The client's request, by whose tools names and arguments are translated. */
  readonly request?: Json;
  readonly losses?: readonly Loss[];
}
