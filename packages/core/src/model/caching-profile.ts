import type { JsonObject } from "./json.ts";

/** How requests use a vendor's prompt cache, where it does not cache by itself alone. */
export interface CachingProfile {
  readonly marks?: CacheMarks;
  /** The request field for a key: requests with the same key and prefix are led to the same cache. */
  readonly keyField?: string;
}

/** The marks at the ends of the prefixes that a vendor is to cache. */
export interface CacheMarks {
  /** Where the lists of tools, system blocks and messages are in a request, as keys of nested objects. */
  readonly tools: readonly string[];
  readonly system: readonly string[];
  readonly messages: readonly string[];
  /** A mark is a field of the last block of a prefix, or a block after it. */
  readonly form: { readonly type: "field" | "block"; readonly name: string; readonly value: JsonObject };
  /** Fields of tools and blocks that cannot have a mark. */
  readonly unmarkable: readonly JsonObject[];
  /** The fields of a block for text, besides its text, where a text may stand in place of a list of blocks. */
  readonly textBlock?: JsonObject;
  /** The vendor ignores the marks of prefixes with fewer tokens. */
  readonly minTokens: number;
  /** The models that have a cache; by default all. */
  readonly models?: RegExp;
  /** The models whose tools can have marks; by default all. */
  readonly toolModels?: RegExp;
}
