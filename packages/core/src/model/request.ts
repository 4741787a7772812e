import type { Place } from "../place.ts";
import type { Choice } from "./choice.ts";
import type { ReportEntries } from "./loss.ts";
import type { Message } from "./message.ts";
import type { Provenance } from "./node.ts";
import type { Settings } from "./settings.ts";
import type { ToolDraft } from "./tool.ts";

/** A request to a model. Apart from messages, tools and choice its fields are flat, so that a layout can map each of them. */
export interface CanonicalRequest extends Provenance, Settings {
  readonly model?: string | undefined;
  readonly messages: readonly Message[];
  readonly tools?: DeclaredTools | undefined;
  readonly choice?: Choice | undefined;
  readonly loaded?: LoadedTools | undefined;
}

/** The tools that a request declares. */
export interface DeclaredTools {
  /** As the client declares them; in the provider's request, as they were named and lowered for the provider. */
  readonly drafts: readonly ToolDraft[];
  /** The place of their list. The paths of the tools, and those of their losses and changes, are relative to it. */
  readonly place: Place;
  /** What was lost and changed in decoding them. */
  readonly reported: ReportEntries;
  /** Those at the end of the list that were loaded later. */
  readonly loaded?: LoadedEntries | undefined;
}

/** The places of tools among the messages, and the index of the first of them in the list of tools. */
export interface LoadedEntries {
  readonly first: number;
  readonly places: readonly Place[];
}

/** The tools that a tool search has loaded. */
export interface LoadedTools {
  readonly tools: DeclaredTools;
  readonly entries: LoadedEntries;
}
