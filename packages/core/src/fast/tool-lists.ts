import { asConstant, isConstant } from "../json/constant.ts";
import { stringifyJson } from "../json/stringify.ts";
import type { Json } from "../model/json.ts";
import type { ReportEntries } from "../model/loss.ts";
import type { DeclaredTools } from "../model/request.ts";
import type { ToolDraft } from "../model/tool.ts";
import type { Ledger } from "../report.ts";

/** What the tools of a request are decoded to: all of them but the place of the list, which depends on the request. */
export type DecodedTools = Omit<DeclaredTools, "place">;

/** What the tools of a request are encoded to, and what was lost and changed in encoding them. */
export interface EncodedTools {
  readonly wire: readonly Json[];
  readonly reported: ReportEntries;
}

const DECODED = new WeakMap<readonly Json[], Map<string, DecodedTools>>();
const ENCODED = new WeakMap<readonly ToolDraft[], Map<string, EncodedTools>>();

/** What a list was decoded to before, if it is a constant: an agent sends the same tools with every turn. */
export function recallDecoded(wire: readonly Json[], { fast, dialects }: Ledger): DecodedTools | undefined {
  return fast.bodyCache ? DECODED.get(wire)?.get(dialects.from) : undefined;
}

/** Remembers what a list was decoded to, if it is a constant; the tools are constants then, too. */
export function rememberDecoded(wire: readonly Json[], decoded: DecodedTools, { fast, dialects }: Ledger): void {
  if (!fast.bodyCache || !isConstant(wire)) return;
  asConstant(decoded.drafts);
  DECODED.set(wire, (DECODED.get(wire) ?? new Map()).set(dialects.from, decoded));
}

/** What drafts were encoded to before: the tool memory keeps the drafts of tools that a client repeats. */
export function recallEncoded(drafts: readonly ToolDraft[], { fast, dialects }: Ledger): EncodedTools | undefined {
  return fast.bodyCache ? ENCODED.get(drafts)?.get(dialects.to) : undefined;
}

/** Remembers what drafts were encoded to. Tools that never change are stringified once. */
export function rememberEncoded(drafts: readonly ToolDraft[], encoded: EncodedTools, { fast, dialects }: Ledger): void {
  if (!fast.bodyCache) return;
  if (isConstant(drafts)) asConstant(encoded.wire, stringifyJson(encoded.wire as Json));
  ENCODED.set(drafts, (ENCODED.get(drafts) ?? new Map()).set(dialects.to, encoded));
}
