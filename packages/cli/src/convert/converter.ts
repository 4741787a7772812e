import type { Change, DialectName, Json, JsonObject, ProfileName } from "@toolglot/core";
import type { LossRow } from "../output/losses.ts";

/** Converts one kind of input: a JSON value, or a stream of bytes. */
export type Converter = ValueConverter | StreamConverter;

/** Converts a JSON value. */
export interface ValueConverter {
  readonly type: "value";
  /** The options of this kind, besides those of every value. */
  readonly options: readonly string[];
  translate(input: Json, options: TranslateOptions): InputTranslation;
}

/** Converts a stream of bytes. */
export interface StreamConverter {
  readonly type: "stream";
  readonly options: readonly string[];
}

/** How an input is translated. */
export interface TranslateOptions {
  readonly from: DialectName;
  readonly to: DialectName;
  readonly profile?: ProfileName;
  readonly variant?: string;
  readonly namespace?: string;
  readonly model?: string;
  readonly onInvalid?: "throw" | "skip";
}

/** A translation, with paths into the input as it was given. */
export interface InputTranslation {
  readonly value: Json;
  readonly losses: readonly LossRow[];
  readonly changes: readonly Change[];
  /** Additional fields for programs. */
  readonly extra?: JsonObject;
  /** An additional note for people. */
  readonly note?: string;
  /** Set if the value is an error response: its message. */
  readonly failure?: string;
}
