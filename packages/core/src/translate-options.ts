import type { DialectLike, DialectName, InputOf, WireOf } from "./dialects/names.ts";
import type { FastOption } from "./fast/switches.ts";
import type { Json } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import type { ProfileName } from "./model/profile.ts";
import type { Tool } from "./tool.ts";
import type { SourceName } from "./tools/lookup.ts";

/** What to do with losses: return them, throw the first, or hand each to a function as well. */
export type OnLoss = "report" | "throw" | ((loss: Loss) => void);

/** Tools as a caller gives them: a list of the dialect's own, or any JSON, which is then checked. */
export type ToolsInput<From extends DialectLike> = readonly InputOf<From, "tool">[] | Json;

/** How tools are read. */
export interface DecodeOptions<From extends DialectLike = DialectName> {
  /** The dialect of the tools. */
  readonly from: From;
  /** The namespace of tools that have none. */
  readonly namespace?: string;
  readonly onLoss?: OnLoss;
  /** Whether one tool that cannot be translated fails them all (the default), or is left out with a loss. */
  readonly onInvalid?: "throw" | "skip";
  /** Which fast paths may be taken: all by default. The translation is the same without them. */
  readonly fast?: FastOption;
}

/** How tools are written. */
export interface EncodeOptions<To extends DialectLike = DialectName> {
  /** The dialect to write. */
  readonly to: To;
  readonly profile?: ProfileName;
  /** The target's field for schemas, if it has several. */
  readonly variant?: string;
  readonly onLoss?: OnLoss;
  readonly onInvalid?: "throw" | "skip";
  readonly fast?: FastOption;
}

/** How tools are translated. */
export interface ConvertOptions<From extends DialectLike = DialectName, To extends DialectLike = DialectName>
  extends DecodeOptions<From>,
    EncodeOptions<To> {}

/** Canonical tools, and what was lost in decoding them. */
export interface Decoded {
  readonly value: Tool[];
  readonly losses: Loss[];
}

/** Tools in the target's dialect, with losses and changes, and the lenses between the arguments of both dialects. */
export interface Converted<To extends DialectLike = DialectName> {
  /** What goes into the target's `tools` field. */
  readonly value: WireOf<To, "tool">[];
  readonly losses: Loss[];
  readonly changes: Change[];
  /** Name in the target → name in the source. */
  readonly names: ReadonlyMap<string, SourceName>;
  /** Lifts a model's arguments to the source's schema, by the name of the called tool (or `namespace:name`). */
  lift(name: string, args: Json): Json;
  /** Lowers arguments to the target's schema, for the calls in a history. */
  lower(name: string, args: Json): Json;
}

/** How tools are translated, between dialects that are given in any way. */
export type AnyConvertOptions = ConvertOptions<DialectLike, DialectLike>;

/** How tools are checked. */
export interface CheckOptions<From extends DialectLike = DialectName, To extends DialectLike = DialectName> {
  readonly from: From;
  readonly to: To;
  /** Checks the tools as this profile would write them; as they are if absent. */
  readonly profile?: ProfileName;
}
