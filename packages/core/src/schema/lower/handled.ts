import { keywordsWhere } from "../keywords/index.ts";

/** No keyword was written yet. */
export const NONE_HANDLED: ReadonlySet<string> = new Set();

/** What `lowerObject` writes before the other keywords. */
export const OBJECT_KEYWORDS: ReadonlySet<string> = keywordsWhere(({ loweredWith }) => loweredWith === "object");

/** What `lowerArray` writes before the other keywords. */
export const ARRAY_KEYWORDS: ReadonlySet<string> = keywordsWhere(({ loweredWith }) => loweredWith === "array");

/** What `lowerValues` writes before the other keywords, or has already applied to the values. */
export const VALUE_KEYWORDS: ReadonlySet<string> = keywordsWhere(({ loweredWith }) => loweredWith !== undefined);
