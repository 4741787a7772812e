import { handleLosses, toConverted } from "./converted-tools.ts";
import type { DialectLike } from "./dialects/names.ts";
import type { FastOption } from "./fast/switches.ts";
import { type DialectPair, Ledger, type LedgerOptions } from "./ledger.ts";
import { reportDuplicates } from "./mapping/duplicate-keys.ts";
import { readTools } from "./mapping/tools/read-list.ts";
import type { Dialect } from "./model/dialect.ts";
import type { Eventually, Steps } from "./model/steps.ts";
import type { ToolFields } from "./model/tool.ts";
import { Report } from "./report.ts";
import { type EntryPoint, nameOf, resolveDialect } from "./resolve.ts";
import { profileNamed, variantNamed } from "./resolve-options.ts";
import { after, finish, isSteps } from "./steps.ts";
import { createTool } from "./tool.ts";
import { lowerTools } from "./tools/lower.ts";
import type { ToolTarget } from "./tools/target.ts";
import { encodeLowered, writeTools } from "./tools/write.ts";
import type { AnyConvertOptions, Converted, Decoded, DecodeOptions, EncodeOptions } from "./translate-options.ts";

/** Translates tool definitions. */
export function convertTools(tools: unknown, options: AnyConvertOptions, entry: EntryPoint): Converted {
  return finish(convertEventually(tools, options, entry));
}

/** Translates tool definitions in steps, so that others can have a turn in between. */
export function* convertToolsInSteps(tools: unknown, options: AnyConvertOptions, entry: EntryPoint): Steps<Converted> {
  const converted = convertEventually(tools, options, entry);
  return isSteps(converted) ? yield* converted : converted;
}

function convertEventually(tools: unknown, options: AnyConvertOptions, entry: EntryPoint): Eventually<Converted> {
  const from = resolveDialect(options.from, "to_canonical", entry);
  const to = resolveDialect(options.to, "from_canonical", entry);
  const ledger = new Ledger(namesOf(options), ledgerOptions(options, entry));
  reportDuplicates(tools, new Report(ledger, "to_canonical"));
  const decoded = readTools(tools, from.tools, ledger, options);
  // The dialect writes back what decoding has changed.
  if (from === to) ledger.forgetChanges();
  const profile = from === to ? "passthrough" : "native";
  const target = { ...targetOf(to, { profile, ...options }), sources: [from, to] };
  return after(lowerTools(decoded, target, ledger), (lowered) =>
    toConverted(encodeLowered(lowered, target, ledger), ledger, options.onLoss),
  );
}

/** Reads tools into the canonical model. */
export function decodeTools(tools: unknown, options: DecodeOptions<DialectLike>, entry: EntryPoint): Decoded {
  const ledger = new Ledger({ from: nameOf(options.from), to: "canonical" }, ledgerOptions(options, entry));
  reportDuplicates(tools, new Report(ledger, "to_canonical"));
  const decoded = readTools(tools, resolveDialect(options.from, "to_canonical", entry).tools, ledger, options);
  return { value: decoded.map(createTool), losses: handleLosses(ledger, "to_canonical", options.onLoss) };
}

/** Writes canonical tools in a dialect. */
export function encodeTools(
  tools: readonly ToolFields[],
  options: EncodeOptions<DialectLike>,
  entry: EntryPoint,
): Converted {
  const to = resolveDialect(options.to, "from_canonical", entry);
  const from = tools[0]?.origin?.dialect ?? "canonical";
  const ledger = new Ledger({ from, to: nameOf(options.to) }, ledgerOptions(options, entry));
  return toConverted(
    writeTools(tools.map(withOrigin), { ...targetOf(to, options), sources: entry.all() }, ledger),
    ledger,
    options.onLoss,
  );
}

/** What a caller calls the two dialects. */
export function namesOf({ from, to }: { readonly from: DialectLike; readonly to: DialectLike }): DialectPair {
  return { from: nameOf(from), to: nameOf(to) };
}

function withOrigin(tool: ToolFields, index: number): ToolFields {
  if (tool.origin !== undefined) return tool;
  return { ...tool, origin: { dialect: "canonical", path: `/${index}`, fields: {} } };
}

function targetOf(dialect: Dialect, options: EncodeOptions<DialectLike>): Omit<ToolTarget, "sources"> {
  const name = nameOf(options.to);
  return {
    dialect,
    profile: profileNamed(options.profile ?? "native", name),
    variant: variantNamed(options.variant, dialect, name),
    onInvalid: options.onInvalid,
  };
}

function ledgerOptions({ fast }: { readonly fast?: FastOption }, entry: EntryPoint): LedgerOptions {
  return { fast: entry.fastFunctions(fast) };
}
