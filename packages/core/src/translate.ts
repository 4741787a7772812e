import { Budget } from "./budget.ts";
import { handleLosses, toConverted } from "./converted-tools.ts";
import type { DialectLike } from "./dialects/names.ts";
import { type DialectPair, Ledger, type LedgerOptions } from "./ledger.ts";
import { reportDuplicates } from "./mapping/duplicate-keys.ts";
import { readTools } from "./mapping/tools/read-list.ts";
import type { Dialect } from "./model/dialect.ts";
import type { ProfileName } from "./model/profile.ts";
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
  return finish(convertEventually(tools, options, entry, Budget.withoutPauses()));
}

/** Translates tool definitions in steps, so that others can have a turn in between. */
export function* convertToolsInSteps(tools: unknown, options: AnyConvertOptions, entry: EntryPoint): Steps<Converted> {
  const converted = convertEventually(tools, options, entry, new Budget());
  return isSteps(converted) ? yield* converted : converted;
}

function convertEventually(
  tools: unknown,
  options: AnyConvertOptions,
  entry: EntryPoint,
  budget: Budget,
): Eventually<Converted> {
  const from = resolveDialect(options.from, "to_canonical", entry);
  const to = resolveDialect(options.to, "from_canonical", entry);
  const ledger = new Ledger(namesOf(options), { budget, ...equipment(options, entry) });
  reportDuplicates(tools, new Report(ledger, "to_canonical"));
  const decoded = readTools(tools, from.tools, ledger, options);
  // The dialect writes back what decoding has changed.
  if (from === to) ledger.forgetChanges();
  const target = targetOf(to, [from, to], options, from === to ? "passthrough" : "native");
  return after(lowerTools(decoded, target, ledger), (lowered) =>
    toConverted(encodeLowered(lowered, target, ledger), ledger, options.onLoss),
  );
}

/** Reads tools into the canonical model. */
export function decodeTools(tools: unknown, options: DecodeOptions<DialectLike>, entry: EntryPoint): Decoded {
  const fast = entry.fastFunctions(options.fast);
  const ledger = new Ledger({ from: nameOf(options.from), to: "canonical" }, { fast });
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
  const limits = { budget: Budget.withoutPauses(), ...equipment(options, entry) };
  const ledger = new Ledger({ from, to: nameOf(options.to) }, limits);
  return toConverted(
    writeTools(tools.map(withOrigin), targetOf(to, entry.all(), options, "native"), ledger),
    ledger,
    options.onLoss,
  );
}

function equipment({ fast }: EncodeOptions<DialectLike>, entry: EntryPoint): LedgerOptions {
  return { fast: entry.fastFunctions(fast), features: entry.features };
}

/** What a caller calls the two dialects. */
export function namesOf({ from, to }: { readonly from: DialectLike; readonly to: DialectLike }): DialectPair {
  return { from: nameOf(from), to: nameOf(to) };
}

function withOrigin(tool: ToolFields, index: number): ToolFields {
  if (tool.origin !== undefined) return tool;
  return { ...tool, origin: { dialect: "canonical", path: `/${index}`, fields: {} } };
}

function targetOf(
  dialect: Dialect,
  sources: readonly Dialect[],
  options: EncodeOptions<DialectLike>,
  profile: ProfileName,
): ToolTarget {
  const name = nameOf(options.to);
  return {
    dialect,
    sources,
    profile: profileNamed(Object.hasOwn(options, "profile") ? (options.profile ?? "native") : profile, name),
    variant: variantNamed(options.variant, dialect, name),
    onInvalid: options.onInvalid,
  };
}
