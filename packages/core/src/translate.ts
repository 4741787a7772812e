import { Budget } from "./budget.ts";
import type { DialectLike, DialectName, InputOf, WireOf } from "./dialects/names.ts";
import { enumerableGetters } from "./enumerable-getters.ts";
import type { FastOption } from "./fast/switches.ts";
import { type DialectPair, Ledger, type LedgerOptions } from "./ledger.ts";
import { reportDuplicates } from "./mapping/duplicate-keys.ts";
import { readTools } from "./mapping/tools/read-list.ts";
import type { Dialect } from "./model/dialect.ts";
import { ConversionError, type Direction } from "./model/error.ts";
import type { Json } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import type { ProfileName } from "./model/profile.ts";
import type { Eventually, Steps } from "./model/steps.ts";
import type { ToolFields } from "./model/tool.ts";
import { Report } from "./report.ts";
import { type EntryPoint, nameOf, resolveDialect } from "./resolve.ts";
import { profileNamed, variantNamed } from "./resolve-options.ts";
import { after, finish, isSteps } from "./steps.ts";
import { createTool, type Tool } from "./tool.ts";
import { countValues } from "./tools/count-values.ts";
import { liftArguments, lowerArguments } from "./tools/lens-arguments.ts";
import { type SourceName, ToolLookup } from "./tools/lookup.ts";
import { lowerTools } from "./tools/lower.ts";
import type { LoweredTool } from "./tools/lower-one.ts";
import type { ToolTarget } from "./tools/target.ts";
import { encodeLowered, type WrittenTools, writeTools } from "./tools/write.ts";

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
  return { value: decoded.map(createTool), losses: settle(ledger, "to_canonical", options.onLoss) };
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

// ── results ─────────────────────────────────────────────────────────────────

function toConverted(written: WrittenTools, ledger: Ledger, onLoss: OnLoss | undefined): Converted {
  if (onLoss !== undefined && onLoss !== "report") settle(ledger, "from_canonical", onLoss);
  return new ConvertedTools(written, ledger);
}

class ConvertedTools implements Converted {
  readonly value: Json[];
  readonly #tools: readonly LoweredTool[];
  readonly #ledger: Ledger;
  #lookup: ToolLookup | undefined;
  #lost: Loss[] | undefined;
  #changed: Change[] | undefined;

  constructor({ value, tools }: WrittenTools, ledger: Ledger) {
    this.value = value;
    this.#tools = tools;
    this.#ledger = ledger;
    Object.defineProperties(this, SHOWN);
  }

  get losses(): Loss[] {
    this.#lost ??= this.#ledger.losses();
    return this.#lost;
  }

  get changes(): Change[] {
    this.#changed ??= this.#ledger.changes();
    return this.#changed;
  }

  get names(): ReadonlyMap<string, SourceName> {
    return this.#find().names();
  }

  // Arrow functions, because callers may destructure them.
  readonly lift = (name: string, args: Json): Json =>
    through(this.#find().byTargetName(name), "lift", args, this.#ledger);
  readonly lower = (name: string, args: Json): Json =>
    through(this.#find().bySourceName(name), "lower", args, this.#ledger);

  #find(): ToolLookup {
    this.#lookup ??= new ToolLookup(this.#tools, this.#ledger.dialects.to);
    return this.#lookup;
  }
}

const SHOWN = enumerableGetters(ConvertedTools.prototype, "losses", "changes", "names");

function through(tool: LoweredTool | undefined, direction: "lift" | "lower", args: Json, ledger: Ledger): Json {
  if (tool?.lens === undefined) return args;
  const { lens, draft } = tool;
  const size = countValues(args);
  const report = new Report(ledger, "from_canonical");
  if (size === undefined) return report.fail("too-deep", `arguments of ${draft.name} are nested too deep`);
  if (direction === "lift") return liftArguments(lens, args, size);
  return report.bounded(() => lowerArguments(lens, args, size, new Budget()), `arguments of ${draft.name}`);
}

function settle(ledger: Ledger, direction: Direction, onLoss: OnLoss | undefined): Loss[] {
  const losses = ledger.losses();
  const [first] = losses;
  if (onLoss === "throw" && first !== undefined) {
    const adapter = direction === "to_canonical" ? first.from : first.to;
    throw new ConversionError({ adapter, direction, path: first.path, code: "loss", cause: first.message });
  }
  if (typeof onLoss === "function") for (const loss of losses) onLoss(loss);
  return losses;
}

function withOrigin(tool: ToolFields, index: number): ToolFields {
  if (tool.origin !== undefined) return tool;
  return { ...tool, origin: { dialect: "canonical", path: `/${index}`, fields: {} } };
}

// ── names of dialects, profiles and variants ────────────────────────────────

function targetOf(dialect: Dialect, options: EncodeOptions<DialectLike>): Omit<ToolTarget, "sources"> {
  const name = nameOf(options.to);
  return {
    dialect,
    profile: profileNamed(options.profile ?? "native", name),
    variant: variantNamed(options.variant, dialect, name),
    onInvalid: options.onInvalid,
  };
}

/** What a caller calls the two dialects. */
export function namesOf({ from, to }: { readonly from: DialectLike; readonly to: DialectLike }): DialectPair {
  return { from: nameOf(from), to: nameOf(to) };
}

function ledgerOptions({ fast }: { readonly fast?: FastOption }, entry: EntryPoint): LedgerOptions {
  return { fast: entry.fastFunctions(fast) };
}
