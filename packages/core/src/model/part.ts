import type { CallPart } from "./call.ts";
import type { ContentPart } from "./content.ts";
import type { ResultWith } from "./result.ts";

/** A piece of a message's content. */
export type Part = ContentPart | CallPart | ResultPart;

/** The result of a tool call. */
export type ResultPart = ResultWith<Part>;
