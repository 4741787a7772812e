// The tools of a request, as opposed to a list of tools on its own (`convertTools`).

import type { DecodedTools, EncodedTools } from "../../fast/tool-lists.ts";
import { Ledger } from "../../ledger.ts";
import type { ToolCodec } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { DeclaredTools } from "../../model/request.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import { Report } from "../../report.ts";
import { readTools } from "./read-list.ts";

/**
 * Decodes and encodes the tools that requests of a dialect declare. A tool that cannot be read does not fail the request: it
 * is left out, with a loss. Losses and changes are collected beside those of the request, with paths below the list.
 */
export class DeclaredToolsCodec {
  readonly codec: ToolCodec;

  constructor(codec: ToolCodec) {
    this.codec = codec;
  }

  /** Decodes a list; `first` is the index of its first entry, where it continues another list. */
  decode(wire: readonly Json[], report: Report, first = 0): DeclaredTools {
    const { ledger, place } = report;
    const decode = () => this.read(wire, first, new Ledger(ledger.dialects, ledger));
    return (
      ledger.fast.bodyCache?.decodeLater(wire, { from: ledger.dialects.from, place }, decode) ?? { ...decode(), place }
    );
  }

  /** Encodes a list. */
  encode(tools: DeclaredTools, { ledger }: Report): readonly Json[] {
    const { bodyCache } = ledger.fast;
    const { to } = ledger.dialects;
    const known = bodyCache?.recallEncoded(tools.drafts, to);
    const encoded = known ?? this.write(tools, new Ledger(ledger.dialects, ledger));
    if (known === undefined) bodyCache?.rememberEncoded(tools.drafts, encoded, to);
    ledger.tools.include(encoded.reported);
    return encoded.wire;
  }

  private read(wire: readonly Json[], first: number, ledger: Ledger): DecodedTools {
    const drafts = readTools(wire, this.codec, ledger, { onInvalid: "skip", first }).map(asDeclared);
    return { drafts, reported: ledger.entries };
  }

  private write({ drafts }: DeclaredTools, ledger: Ledger): EncodedTools {
    const wire = this.codec.encode(drafts, new Report(ledger, "from_canonical", Place.root, "skip"));
    return { wire, reported: ledger.entries };
  }
}

/** A tool as its own dialect declares it. */
function asDeclared(tool: ToolFields): ToolDraft {
  if (tool.type !== "function") return { tool, name: tool.name };
  const { name, inputSchema, outputSchema, strict } = tool;
  const draft: { -readonly [K in keyof ToolDraft]: ToolDraft[K] } = { tool, name, inputSchema };
  if (outputSchema !== undefined) draft.outputSchema = outputSchema;
  if (strict !== undefined) draft.strict = strict;
  return draft;
}
