import { keywordsWhere } from "../keywords/index.ts";

/** No keyword has been written yet. */
export const NONE_HANDLED: ReadonlySet<string> = new Set();

/** The keywords that `lowerObject` writes before the others. */
export const OBJECT_KEYWORDS: ReadonlySet<string> = keywordsWhere(({ loweredWith }) => loweredWith === "object");

/** The keywords that `lowerArray` writes before the others. */
export const ARRAY_KEYWORDS: ReadonlySet<string> = keywordsWhere(({ loweredWith }) => loweredWith === "array");

/** The keywords that `lowerValues` writes before the others, or has already applied to the values. */
export const VALUE_KEYWORDS: ReadonlySet<string> = keywordsWhere(({ loweredWith }) => loweredWith !== undefined);
