import type { Change, Json } from "@toolglot/core";
import type { ToolLoss } from "../output/losses.ts";
import { tools } from "./tools.ts";

/** Something that can be translated on its own. */
export interface Kind {
  /** The dialect that the input's shape tells; a usage error where it tells none. */
  detect(input: Json): string;
  translate(input: Json, options: TranslateOptions): Translated;
}

/** How an input is translated. */
export interface TranslateOptions {
  readonly from: string;
  readonly to: string;
  readonly profile?: string;
  readonly variant?: string;
  readonly namespace?: string;
  readonly onInvalid?: "throw" | "skip";
}

/** A translation, with paths that lead into the input as it was given. */
export interface Translated {
  readonly value: Json;
  readonly losses: readonly ToolLoss[];
  readonly changes: readonly Change[];
}

/** What `--what` may say; a word without a kind is known, and not available yet. */
export const kinds: Readonly<Record<string, Kind | undefined>> = {
  tools,
  choice: undefined,
  calls: undefined,
  results: undefined,
  request: undefined,
  response: undefined,
  stream: undefined,
};
