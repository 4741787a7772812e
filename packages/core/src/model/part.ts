import type { CallPart } from "./call.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { ResultPart } from "./result.ts";

/** A piece of a message's content. */
export type Part = TextPart | MediaPart | RefusalPart | ReasoningPart | CallPart | ResultPart | OpaquePart;

/** Text, perhaps with the sources that it cites. */
export interface TextPart extends Provenance {
  readonly type: "text";
  readonly text: string;
  readonly citations?: readonly Citation[] | undefined;
  readonly cacheControl?: JsonObject | undefined;
  /** Marks the exact end of a cached prefix, for a vendor that also caches automatically. */
  readonly cacheBreakpoint?: JsonObject | undefined;
  readonly signature?: Signature | undefined;
}

/** A source that a text cites; `start` and `end` are offsets into the text, `quote` is what the source says. */
export interface Citation extends Provenance {
  readonly url?: string;
  readonly title?: string;
  readonly start?: number;
  readonly end?: number;
  readonly quote?: string;
}

/** What a medium is to the model. */
export type MediaKind = "image" | "audio" | "video" | "file";

/** Where the bytes of a medium are. */
export type MediaSource =
  | { readonly type: "base64"; readonly mediaType?: string; readonly data: string }
  | { readonly type: "url"; readonly mediaType?: string; readonly url: string }
  /** In the store of the vendor whose dialect it was read from. */
  | {
      readonly type: "file";
      readonly mediaType?: string;
      readonly id: string;
      /** Whose store it is, where several dialects share one. */
      readonly store?: string;
    }
  | { readonly type: "text"; readonly mediaType?: string; readonly text: string };

/** An image, audio, a video or a file. */
export interface MediaPart extends Provenance {
  readonly type: "media";
  readonly kind: MediaKind;
  readonly source: MediaSource;
  /** The file's name. */
  readonly name?: string;
  readonly title?: string;
  readonly context?: string;
  readonly detail?: string;
  readonly cacheControl?: JsonObject;
  readonly cacheBreakpoint?: JsonObject;
  readonly signature?: Signature;
}

/** The model's reason for not answering. */
export interface RefusalPart extends Provenance {
  readonly type: "refusal";
  readonly text: string;
}

/** The model's reasoning: as text where the vendor shows it, and as a signature that only the vendor can read. */
export interface ReasoningPart extends Provenance {
  readonly type: "reasoning";
  /** Each text is one paragraph of a summary, or all of the reasoning. */
  readonly texts: readonly string[];
  readonly summary?: boolean;
  /** The vendor does not show the text. */
  readonly redacted?: boolean;
  readonly signature?: Signature;
}

/** An opaque value that only the vendor that made it can read: it is sent back to that vendor alone. */
export interface Signature {
  readonly vendor: string;
  /** Which provider made it, where several speak the vendor's dialect: an account's, a server's, another company's. */
  readonly provider?: string;
  readonly value: Json;
  /** The same as the vendor's own servers write it in a field of calls for whatever they want back. */
  readonly extra?: Json;
}

/** A tool that becomes available in the midst of a conversation, by the client's name for it. */
export interface LoadedTool {
  readonly name: string;
  readonly namespace?: string;
}

/** A block that only one vendor has, such as the calls that it runs itself: kept as it is for that vendor, a loss elsewhere. */
export interface OpaquePart extends Provenance {
  readonly type: "opaque";
  readonly feature: string;
  readonly wire: JsonObject;
  /** Its content as text, for other dialects. */
  readonly text?: string;
  /** The tools that it makes available to the model from here on. */
  readonly loads?: readonly LoadedTool[];
}
