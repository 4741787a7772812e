import type { Change, Json, JsonObject } from "@toolglot/core";
import type { LossRow } from "../output/losses.ts";

/** Something that can be translated on its own: a JSON value, or a stream of bytes. */
export type Converter = ValueConverter | StreamConverter;

/** What is one JSON value. */
export interface ValueConverter {
  readonly type: "value";
  /** The options that mean something for it, beside those that every value has. */
  readonly options: readonly string[];
  /** The dialect that the input's shape tells; a usage error where it tells none. */
  detect(input: Json): string;
  translate(input: Json, options: TranslateOptions): Translation;
}

/** What comes and goes as bytes. */
export interface StreamConverter {
  readonly type: "stream";
  readonly options: readonly string[];
}

/** How an input is translated. */
export interface TranslateOptions {
  readonly from: string;
  readonly to: string;
  readonly profile?: string;
  readonly variant?: string;
  readonly namespace?: string;
  readonly model?: string;
  readonly onInvalid?: "throw" | "skip";
}

/** A translation, with paths that lead into the input as it was given. */
export interface Translation {
  readonly value: Json;
  readonly losses: readonly LossRow[];
  readonly changes: readonly Change[];
  /** What else there is to know of the value, for programs. */
  readonly extra?: JsonObject;
  /** The same for people. */
  readonly note?: string;
  /** The value is an error answer, which says this. */
  readonly failure?: string;
}
