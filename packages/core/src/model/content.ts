import type { JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Signature } from "./signature.ts";

/** A piece of content that is neither a call nor a result. */
export type ContentPart = TextPart | MediaPart | RefusalPart | ReasoningPart | OpaquePart;

/** Text, with its citations. */
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

/** The kind of a medium. */
export type MediaKind = "image" | "audio" | "video" | "file";

/** The source of a medium's bytes. */
export type MediaSource =
  | { readonly type: "base64"; readonly mediaType?: string; readonly data: string }
  | { readonly type: "url"; readonly mediaType?: string; readonly url: string }
  /** A file in the vendor's store, by its id. */
  | {
      readonly type: "file";
      readonly mediaType?: string;
      readonly id: string;
      /** The owner of the store, where several dialects share one. */
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
  /** Whether the model cites it, as `{ enabled }`. */
  readonly citationsConfig?: JsonObject;
  /** `low`, `high`, `auto` or `original`. */
  readonly detail?: string;
  /** A resolution that is no detail. */
  readonly resolution?: string;
  readonly cacheControl?: JsonObject;
  readonly cacheBreakpoint?: JsonObject;
  readonly signature?: Signature;
}

/** The model's refusal to answer. */
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

/** A tool that a tool search has loaded, by the client's name. */
export interface LoadedTool {
  readonly name: string;
  readonly namespace?: string;
}

/** A block that only one vendor has, such as a call of a server tool: written back to that vendor, a loss elsewhere. */
export interface OpaquePart extends Provenance {
  readonly type: "opaque";
  readonly feature: string;
  readonly wire: JsonObject;
  /** Its content as text, for other dialects. */
  readonly text?: string;
  /** The tools that it loads. */
  readonly loads?: readonly LoadedTool[];
  /** What it says, if it is a search result; other vendors may have those too. */
  readonly searchResult?: SearchResult;
  /** Whether the model cites the search result, as `{ enabled }`. */
  readonly citationsConfig?: JsonObject;
  readonly cacheControl?: JsonObject;
}

/** A source that the client has found, for the model to cite. */
export interface SearchResult {
  readonly title: string;
  readonly source: string;
  readonly texts: readonly string[];
}
