// The fast path `bodyCache`, for decoding and encoding the list of tools of a request.

import { asConstant, isConstant } from "../json/constant.ts";
import { stringifyJson } from "../json/stringify.ts";
import type { Json } from "../model/json.ts";
import type { ReportEntries } from "../model/loss.ts";
import type { DeclaredTools } from "../model/request.ts";
import type { ToolDraft } from "../model/tool.ts";
import type { Place } from "../place.ts";

/** What the tools of a request are decoded to: all of them but the place of the list, which depends on the request. */
export type DecodedTools = Pick<DeclaredTools, "drafts" | "reported">;

/** What the tools of a request are encoded to, and what was lost and changed in encoding them. */
export interface EncodedTools {
  readonly wire: readonly Json[];
  readonly reported: ReportEntries;
}

/** The dialect of a list of tools, as the caller spells it, and where the list is. */
export interface ToolListPlace {
  readonly from: string;
  readonly place: Place;
}

const DECODED = new WeakMap<readonly Json[], Map<string, DecodedTools>>();
const ENCODED = new WeakMap<readonly ToolDraft[], Map<string, EncodedTools>>();
/** Drafts that were encoded once. */
const ENCODED_ONCE = new WeakSet<readonly ToolDraft[]>();

/**
 * Tools that are decoded when somebody asks for them, because a request that is passed through needs none of them; constants
 * are decoded once, because an agent sends the same tools with every turn.
 */
export function decodeLater(
  wire: readonly Json[],
  { from, place }: ToolListPlace,
  decode: () => DecodedTools,
): DeclaredTools {
  return new LazyTools(place, () => recallDecoded(wire, from, decode));
}

class LazyTools implements DeclaredTools {
  readonly place: Place;
  readonly #decode: () => DecodedTools;
  #decoded: DecodedTools | undefined;

  constructor(place: Place, decode: () => DecodedTools) {
    this.place = place;
    this.#decode = decode;
  }

  get drafts(): DeclaredTools["drafts"] {
    this.#decoded ??= this.#decode();
    return this.#decoded.drafts;
  }

  get reported(): DeclaredTools["reported"] {
    this.#decoded ??= this.#decode();
    return this.#decoded.reported;
  }
}

function recallDecoded(wire: readonly Json[], from: string, decode: () => DecodedTools): DecodedTools {
  if (!isConstant(wire)) return decode();
  const known = DECODED.get(wire)?.get(from);
  if (known !== undefined) return known;
  const decoded = decode();
  // What is made of a constant never changes either.
  asConstant(decoded.drafts);
  DECODED.set(wire, (DECODED.get(wire) ?? new Map()).set(from, decoded));
  return decoded;
}

/** What drafts were encoded to before: the tool memory keeps the drafts of tools that a client repeats. */
export function recallEncoded(drafts: readonly ToolDraft[], to: string): EncodedTools | undefined {
  return ENCODED.get(drafts)?.get(to);
}

/**
 * Remembers what drafts were encoded to. Tools that never change are stringified once; others are remembered when they are
 * encoded for the second time, which those of a single request never are.
 */
export function rememberEncoded(drafts: readonly ToolDraft[], encoded: EncodedTools, to: string): void {
  if (isConstant(drafts)) asConstant(encoded.wire, stringifyJson(encoded.wire as Json));
  else if (!ENCODED_ONCE.has(drafts)) {
    ENCODED_ONCE.add(drafts);
    return;
  }
  ENCODED.set(drafts, (ENCODED.get(drafts) ?? new Map()).set(to, encoded));
}
