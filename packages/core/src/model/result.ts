import type { Json, JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Part } from "./part.ts";

/** What a tool answered. */
export interface ResultPart extends Provenance {
  readonly type: "result";
  /** The call that it answers; empty where the source gives none. */
  readonly id: string;
  /** The tool's name, where the source says it. */
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kind?: "function" | "custom" | undefined;
  /** As in the call that it answers. */
  readonly builtIn?: string | undefined;
  readonly parts: readonly Part[];
  /** The source gave one text instead of a list of parts. */
  readonly plain?: boolean | undefined;
  /** The result as a JSON value, where the source has it as such. */
  readonly structured?: Json | undefined;
  readonly isError?: boolean | undefined;
  readonly cacheControl?: JsonObject | undefined;
}
