import type { Change, DialectId, Loss } from "@toolglot/core";
import type { RowState } from "@toolglot/core/align";
import type { BridgeInfo } from "@toolglot/gateway";

/** The four bodies of an exchange, in the order in which they cross the gateway. */
export const BODY_ROLES = ["clientRequest", "providerRequest", "providerResponse", "clientResponse"] as const;

export type BodyRole = (typeof BODY_ROLES)[number];

/** The bytes of a body. */
export interface BodyBytes {
  readonly bytes: ArrayBuffer;
  /** Whether it is a stream of events, by its content type. */
  readonly isStream: boolean;
}

/** An exchange for the worker to read. The bodies stay there: the page gets what it shows of them. */
export interface ExchangeBodies {
  readonly id: string;
  /** The dialect of the client. */
  readonly client: DialectId;
  readonly bridge: BridgeInfo | undefined;
  /** The name of the provider, which reasoning that it has signed goes back to. */
  readonly provider?: string | undefined;
  /** As the client asked for it. */
  readonly model: string;
  readonly isStreamed: boolean;
  /** Whether it goes on: its losses are reported when it ends. */
  readonly isRunning: boolean;
  readonly losses: readonly Loss[];
  readonly bodies: Readonly<Partial<Record<BodyRole, BodyBytes>>>;
}

/** What the page shows of an exchange at first. */
export interface ExchangeContent {
  readonly request: PaneContent;
  readonly response: PaneContent;
  /** The id of a stored response: the provider got the conversation up to it, which the client's request only names. */
  readonly continues?: string;
}

/** An exchange that another one continues. */
export interface EarlierTurn {
  /** The id of the exchange. */
  readonly id: string;
  /** Whether another provider than that of the later exchange has made its items. */
  readonly isForeign: boolean;
}

/** Where an exchange stands in a chain of stored responses. */
export interface ReadTurn {
  readonly responseId?: string;
  /** The id of the response that it continues itself. */
  readonly continues?: string;
}

/** Two bodies row by row. */
export interface PaneContent {
  readonly rows: readonly RowContent[];
  /** Why the bodies are not aligned. */
  readonly problem?: string;
  /** What a reader has to know to understand the rows. */
  readonly note?: string;
}

/** One row: a node and its twin. A node whose other side is not known is `alone`. */
export interface RowContent {
  readonly state: RowState | "alone";
  readonly kind: string;
  readonly label: string;
  readonly left?: CellContent;
  readonly right?: CellContent;
  /** The right side stands in an earlier row. */
  readonly isShared?: true;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
  /** What it has in common with other rows: the call that it makes or answers, the tool that it declares or calls. */
  readonly links?: readonly string[];
}

/** What a stream had said at a time: a text, reasoning, or the arguments of a call. */
export interface SaidPart {
  readonly label: string;
  readonly text: string;
}

/** A node in one line. */
export interface CellContent {
  readonly pointer: string;
  /** The node's type or field. */
  readonly head: string;
  /** The name of the tool that it is about. */
  readonly name?: string;
  /** The start of its value. */
  readonly text: string;
}

/** A tool of a request on both sides. */
export interface ToolContent {
  readonly name: string;
  readonly state: RowState;
  /** As the client declared it, as indented JSON. */
  readonly declared: string;
  /** As the provider got it. */
  readonly sent: string;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** Arguments in the client's schema and in that of the provider, or why they cannot be translated. */
export type TranslatedArguments =
  | {
      /** The typed arguments as the provider sees them in the history. */
      readonly lowered: string;
      /** The same back in the client's schema. */
      readonly lifted: string;
      /** The typed arguments taken for what the model has called the tool with. */
      readonly liftedAsTyped: string;
    }
  | { readonly problem: string };

/** A frame of a stream in one line. */
export interface FrameContent {
  /** The byte at which it begins. */
  readonly offset: number;
  readonly event: string;
  readonly text: string;
}

/** A part of a prompt: its tools, its instructions or its messages. */
export interface PromptSection {
  readonly name: string;
  readonly bytes: number;
}

/** Where the prompts of two requests first differ. */
export interface PrefixContent {
  readonly at: number;
  /** Whether the prompt before is the start of this one, so that nothing that may be cached has changed. */
  readonly isExtended: boolean;
  /** The parts of this prompt, in their order. */
  readonly sections: readonly PromptSection[];
  readonly bytes: number;
  readonly previousBytes: number;
  /** JSON Pointer of the node that has the first difference. */
  readonly path: string;
  /** The text before it, and that after it on both sides. */
  readonly same: string;
  readonly now: string;
  readonly before: string;
}
