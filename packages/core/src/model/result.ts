import type { Json, JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";

/** The result of a tool call, whose content is parts again. */
export interface ResultWith<Content> extends Provenance {
  readonly type: "result";
  /** The id of the call; empty where the source has none. */
  readonly id: string;
  /** The tool's name, where the source has it. */
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kind?: "function" | "custom" | undefined;
  /** As in the call. */
  readonly builtIn?: string | undefined;
  readonly parts: readonly Content[];
  /** The source has a string instead of a list of parts. */
  readonly plain?: boolean | undefined;
  /** The result as a JSON value, where the source has it as such. */
  readonly structured?: Json | undefined;
  readonly isError?: boolean | undefined;
  readonly cacheControl?: JsonObject | undefined;
}
