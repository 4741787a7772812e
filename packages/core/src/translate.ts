import { dialectNames, findDialect } from "./dialects/index.ts";
import { assignToolNames } from "./identity/tool-names.ts";
import { copyJson, isObject, kindOf } from "./json/value.ts";
import type { Dialect, Problem, ToolDraft } from "./model/dialect.ts";
import { ConversionError } from "./model/error.ts";
import type { Json, JsonObject } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import type { ProfileName } from "./model/profile.ts";
import type { JsonSchema } from "./model/schema.ts";
import type { FunctionFields, ToolFields } from "./model/tool.ts";
import { Place } from "./place.ts";
import { Ledger, placeOf, Report } from "./report.ts";
import { apply, type Lens } from "./schema/lens.ts";
import { lowerOutput } from "./schema/lower.ts";
import { isProfileName, profiles } from "./schema/profiles/index.ts";
import { nativeSchema, type Plan } from "./schema/profiles/plan.ts";
import { describeSchemas } from "./standard.ts";
import { nearest } from "./suggest.ts";
import { createTool, type Tool } from "./tool.ts";

/** What to do with losses: return them, throw the first, or hand each to a function as well. */
export type OnLoss = "report" | "throw" | ((loss: Loss) => void);

/** How tools are read. */
export interface DecodeOptions {
  readonly from: string;
  /** The namespace of tools that bring none of their own. */
  readonly namespace?: string;
  readonly onLoss?: OnLoss;
  /** Whether one tool that cannot be translated fails them all, or is left out with a loss. */
  readonly onInvalid?: "throw" | "skip";
}

/** How tools are written. */
export interface EncodeOptions {
  readonly to: string;
  readonly profile?: string;
  /** One of the ways in which the target takes schemas, e.g. the field that they stand in. */
  readonly variant?: string;
  readonly onLoss?: OnLoss;
  readonly onInvalid?: "throw" | "skip";
}

/** How tools are translated. */
export interface ConvertOptions extends DecodeOptions, EncodeOptions {}

/** Canonical tools, and what was lost in reading them. */
export interface Decoded {
  readonly value: Tool[];
  readonly losses: Loss[];
}

/** Tools in the target's form, what was lost and changed on the way, and the lenses between the arguments of the two. */
export interface Converted {
  /** What goes into the target's `tools` field. */
  readonly value: Json[];
  readonly losses: Loss[];
  readonly changes: Change[];
  /** The target's name of each tool, and what the tool is called in the source. */
  readonly names: ReadonlyMap<string, { readonly name: string; readonly namespace?: string }>;
  /** A model's arguments in the source's terms. */
  lift(name: string, args: Json): Json;
  /** The source's arguments in the target's terms, for the calls of a conversation so far. */
  lower(name: string, args: Json): Json;
}

/**
 * Translates tool definitions from any dialect to any other.
 *
 * @example
 * convertTools([{ name: "now", inputSchema: { type: "object", properties: {} } }], { from: "mcp", to: "anthropic" }).value;
 * // [{ name: "now", input_schema: { type: "object", properties: {} } }]
 */
export function convertTools(tools: unknown, options: ConvertOptions): Converted {
  const from = dialectNamed(options.from, "to_canonical");
  const to = dialectNamed(options.to, "from_canonical");
  const ledger = new Ledger({ from: options.from, to: options.to });
  const decoded = read(tools, from, ledger, options);
  // What reading rewrote is written back as it was.
  if (from === to) ledger.rewind([ledger.mark()[0], 0]);
  const profile = options.profile ?? (from === to ? "passthrough" : "native");
  return write(decoded, to, ledger, { ...options, profile });
}

/**
 * Reads tools into the canonical model.
 *
 * @example
 * decodeTools([{ name: "now", inputSchema: {} }], { from: "mcp" }).value[0]?.id(); // "now"
 */
export function decodeTools(tools: unknown, options: DecodeOptions): Decoded {
  const ledger = new Ledger({ from: options.from, to: "canonical" });
  const value = read(tools, dialectNamed(options.from, "to_canonical"), ledger, options).map(createTool);
  return { value, losses: settle(ledger, "to_canonical", options.onLoss) };
}

/**
 * Writes canonical tools in a dialect.
 *
 * @example
 * encodeTools(decodeTools(tools, { from: "mcp" }).value, { to: "gemini" }).value;
 */
export function encodeTools(tools: readonly ToolFields[], options: EncodeOptions): Converted {
  const to = dialectNamed(options.to, "from_canonical");
  const ledger = new Ledger({ from: tools[0]?.origin?.dialect ?? "canonical", to: options.to });
  return write(tools.map(withOrigin), to, ledger, options);
}

/** Which dialects are meant when tools are checked. */
export interface CheckOptions {
  readonly from: string;
  readonly to: string;
  /** Checked as this profile would write them; without it, as they are. */
  readonly profile?: string;
}

/**
 * Tells what a provider would refuse, or ignore, in tools as they are.
 *
 * @example
 * checkTools([{ name: "a.b", inputSchema: { type: "object" } }], { from: "mcp", to: "anthropic" }).problems[0]?.path; // "/0/name"
 */
export function checkTools(tools: unknown, options: CheckOptions): { problems: Problem[] } {
  const from = dialectNamed(options.from, "to_canonical");
  const to = dialectNamed(options.to, "from_canonical");
  const wire = describeSchemas(tools);
  if (from === to && options.profile === undefined)
    return { problems: to.accept(listOf(wire, new Report(new Ledger(options), "to_canonical"))) };
  const ledger = new Ledger(options);
  const decoded = read(wire, from, ledger, {});
  const written = write(decoded, to, ledger, {
    to: options.to,
    profile: options.profile ?? "passthrough",
    keepNames: options.profile === undefined,
  });
  const paths = pathMap(decoded, to.tools.decode(written.value, new Report(new Ledger(options), "to_canonical")));
  return { problems: to.accept(written.value).map((problem) => ({ ...problem, path: mapPath(problem.path, paths) })) };
}

// ── reading ─────────────────────────────────────────────────────────────────

function read(tools: unknown, dialect: Dialect, ledger: Ledger, options: Omit<DecodeOptions, "from">): ToolFields[] {
  const report = new Report(ledger, "to_canonical");
  const entries = listOf(describeSchemas(tools), report);
  const decoded = entries.flatMap(
    (entry, index) =>
      attempt(
        () => dialect.tools.decode([entry], new EntryReport(report, index)),
        report.at(index),
        options.onInvalid,
        nameIn(entry),
      ) ?? [],
  );
  const { namespace } = options;
  return namespace === undefined
    ? decoded
    : decoded.map((tool) => (tool.namespace === undefined ? { ...tool, namespace } : tool));
}

function listOf(tools: unknown, report: Report): readonly Json[] {
  if (!Array.isArray(tools))
    return report.fail(
      "wrong-type",
      `expected an array of tools, got ${tools === undefined ? "undefined" : kindOf(tools as Json)}`,
    );
  return tools as readonly Json[];
}

/** Codecs read whole lists; this lets one entry be read at its own place in the list. */
class EntryReport extends Report {
  private readonly index: number;

  constructor(report: Report, index: number) {
    super(report.ledger, report.direction, report.place);
    this.index = index;
  }

  override at(key: string | number): Report {
    return super.at(key === 0 ? this.index : key);
  }
}

function nameIn(entry: Json): string {
  const text = JSON.stringify(entry ?? null, (key, value) =>
    key === "name" || typeof value === "object" ? value : undefined,
  )?.match(/"name":"([^"]*)"/);
  return text?.[1] ?? "tool";
}

// ── writing ─────────────────────────────────────────────────────────────────

interface WriteOptions extends EncodeOptions {
  /** Write names as they are, whether the target takes them or not. */
  readonly keepNames?: boolean;
}

function write(tools: readonly ToolFields[], dialect: Dialect, ledger: Ledger, options: WriteOptions): Converted {
  const report = new Report(ledger, "from_canonical");
  const profile = profileNamed(options.profile ?? "native", report);
  const variant = variantNamed(options.variant, dialect, report);
  const target: Target = { dialect, profile, variant, plan: planFor(dialect, profile, variant) };
  const said = profile === "passthrough" ? tools : tools.map((tool) => withoutNulls(tool, dialect, report));
  const named = nameTools(said, dialect, profile, report, options);
  const drafted = named.flatMap(
    ({ tool, name }) =>
      attempt(() => draft(tool, name, target, report), report.on(toolPlace(tool)), options.onInvalid, tool.name) ?? [],
  );
  const value = dialect.tools.encode(
    drafted.map(({ draft }) => draft),
    report,
  );
  return finish(value, drafted, ledger, options.onLoss);
}

// A tool that comes from the target itself stays in the variant that it was written in.
function planFor(dialect: Dialect, profile: ProfileName, asked: string | undefined): Plan {
  const plans = new Map<string | undefined, Plan>();
  return (tool, report) => {
    const variant = asked ?? variantOf(tool, dialect);
    const plan = plans.get(variant) ?? profiles[profile]({ profile: dialect.profile, variant });
    plans.set(variant, plan);
    return plan(tool, report);
  };
}

function variantOf(tool: ToolFields, dialect: Dialect): string | undefined {
  if (tool.origin?.dialect !== dialect.id) return undefined;
  const field = tool.origin.fields.inputSchema?.slice(1);
  return field !== undefined && dialect.profile.variants?.[field] !== undefined ? field : undefined;
}

// A null where a field is expected says nothing, and several readers refuse it.
function withoutNulls(tool: ToolFields, dialect: Dialect, report: Report): ToolFields {
  const { silent, ...own } = tool.extras?.[dialect.id] ?? {};
  const annotations = tool.type === "function" ? tool.annotations : undefined;
  const nulls = isObject(silent) ? Object.keys(silent).filter((pointer) => silent[pointer] === null) : [];
  const hints = Object.keys(annotations ?? {}).filter((hint) => annotations?.[hint] === null);
  if (nulls.length === 0 && hints.length === 0) return tool;
  for (const pointer of nulls) report.on(toolPlace(tool).below(pointer)).change("null-field");
  for (const hint of hints) report.field(tool, "annotations").at(hint).change("null-field");
  const extras = { ...tool.extras, [dialect.id]: { ...own, silent: omit(isObject(silent) ? silent : {}, nulls) } };
  return annotations === undefined
    ? { ...tool, extras }
    : ({ ...tool, extras, annotations: omit(annotations, hints) } as ToolFields);
}

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

interface Drafted {
  readonly draft: ToolDraft;
  readonly lens: Lens | undefined;
}

/** What is the same for all tools of one translation. */
interface Target {
  readonly dialect: Dialect;
  readonly profile: ProfileName;
  readonly variant: string | undefined;
  readonly plan: Plan;
}

function draft(tool: ToolFields, name: string, target: Target, report: Report): Drafted {
  if (tool.type !== "function") return { draft: { tool, name }, lens: undefined };
  const { lowered, strict, variant } = decide(tool, target.plan, report);
  const outputSchema = outputOf(tool, target, report);
  return {
    draft: { tool, name, inputSchema: lowered.schema, ...defined({ strict, variant, outputSchema }) },
    lens: lowered.lens,
  };
}

function decide(tool: FunctionFields, plan: Plan, report: Report): ReturnType<Plan> {
  const at = report.field(tool, "inputSchema");
  if (tool.inputSchema === false)
    return at.fail("unsatisfiable", `tool ${tool.name}: no arguments satisfy this schema`);
  return plan(tool, at);
}

// A tool's results are not put through a lens, so that a schema which needs one cannot be sent for them.
function outputOf(tool: FunctionFields, { dialect, profile, variant }: Target, report: Report): JsonSchema | undefined {
  const { outputSchema } = tool;
  if (outputSchema === undefined || !dialect.profile.toolFields.has("outputSchema")) return undefined;
  if (!isObject(outputSchema) || profile === "passthrough" || profile === "strict-literal")
    return copyJson(outputSchema);
  const at = report.field(tool, "outputSchema");
  const mark = report.ledger.mark();
  const lowered = lowerOutput(outputSchema, nativeSchema({ profile: dialect.profile, variant }), at);
  if (lowered !== undefined) return lowered;
  report.ledger.rewind(mark);
  at.lose("field");
  return undefined;
}

function nameTools(
  tools: readonly ToolFields[],
  dialect: Dialect,
  profile: ProfileName,
  report: Report,
  options: WriteOptions,
): { tool: ToolFields; name: string }[] {
  const hasNamespaces = dialect.profile.toolFields.has("namespace");
  const own = profile === "passthrough" && tools.every((tool) => tool.origin?.dialect === dialect.id);
  if (own || options.keepNames === true) return tools.map((tool) => ({ tool, name: tool.name }));
  const callable = tools.filter(
    (tool, index) => tool.type === "hosted" || isFirst(tool, index, tools, report, options),
  );
  const functions = callable.filter((tool) => tool.type !== "hosted");
  const assigned = assignToolNames(functions, dialect.profile.toolNames, {
    namespaces: hasNamespaces ? "keep" : "flatten",
  });
  const names = new Map<ToolFields | undefined, string>(assigned.map((name, index) => [functions[index], name]));
  return callable.map((tool) => {
    const name = names.get(tool) ?? tool.name;
    if (name !== tool.name) report.field(tool, "name").change("tool-name", name);
    return { tool, name };
  });
}

// Two tools of one name could not be told apart when the model calls one of them.
function isFirst(
  tool: ToolFields,
  index: number,
  tools: readonly ToolFields[],
  report: Report,
  { onInvalid }: WriteOptions,
): boolean {
  const first = tools.findIndex(
    (other) => other.type !== "hosted" && other.name === tool.name && other.namespace === tool.namespace,
  );
  if (first === index) return true;
  const at = report.on(toolPlace(tool));
  return (
    attempt(() => at.fail("duplicate-name", `tool ${tool.name} is defined twice`), at, onInvalid, tool.name) ?? false
  );
}

function finish(value: Json[], drafted: readonly Drafted[], ledger: Ledger, onLoss: OnLoss | undefined): Converted {
  const bySent = new Map(drafted.map((each) => [each.draft.name, each]));
  const byName = new Map(drafted.map((each) => [each.draft.tool.name, each]));
  let losses: Loss[] | undefined =
    onLoss === undefined || onLoss === "report" ? undefined : settle(ledger, "from_canonical", onLoss);
  let changes: Change[] | undefined;
  return {
    value,
    get losses() {
      losses ??= ledger.losses();
      return losses;
    },
    get changes() {
      changes ??= ledger.changes();
      return changes;
    },
    names: new Map(
      drafted.map(({ draft }) => [draft.name, defined({ name: draft.tool.name, namespace: draft.tool.namespace })]),
    ),
    lift: (name, args) => apply((bySent.get(name) ?? byName.get(name))?.lens, "lift", args),
    lower: (name, args) => apply((byName.get(name) ?? bySent.get(name))?.lens, "lower", args),
  };
}

function settle(ledger: Ledger, direction: "to_canonical" | "from_canonical", onLoss: OnLoss | undefined): Loss[] {
  const losses = ledger.losses();
  const [first] = losses;
  if (onLoss === "throw" && first !== undefined) {
    const adapter = direction === "to_canonical" ? first.from : first.to;
    throw new ConversionError({ adapter, direction, path: first.path, code: "loss", cause: first.message });
  }
  if (typeof onLoss === "function") for (const loss of losses) onLoss(loss);
  return losses;
}

// A tool that cannot be translated takes no other down with it when the caller says so.
function attempt<T>(
  work: () => T,
  report: Report,
  onInvalid: "throw" | "skip" | undefined,
  name: string,
): T | undefined {
  const mark = report.ledger.mark();
  try {
    return work();
  } catch (error) {
    if (onInvalid !== "skip" || !(error instanceof ConversionError)) throw error;
    report.ledger.rewind(mark);
    report.lose("refused", { feature: name, detail: { reason: error.message, path: error.path, code: error.code } });
    return undefined;
  }
}

// ── names of dialects, profiles and variants ────────────────────────────────

function dialectNamed(name: string, direction: "to_canonical" | "from_canonical"): Dialect {
  const dialect = findDialect(name);
  if (dialect !== undefined) return dialect;
  const hint = nearest(name, dialectNames());
  const cause = `unknown dialect ${JSON.stringify(name)}${hint === undefined ? "" : `; did you mean ${hint}?`}`;
  throw new ConversionError({ adapter: String(name), direction, path: "", code: "unknown-dialect", cause });
}

function profileNamed(name: string, report: Report): ProfileName {
  if (isProfileName(name)) return name;
  const hint = nearest(name, Object.keys(profiles));
  return report.fail(
    "unknown-profile",
    `unknown profile ${JSON.stringify(name)}${hint === undefined ? "" : `; did you mean ${hint}?`}`,
  );
}

function variantNamed(name: string | undefined, dialect: Dialect, report: Report): string | undefined {
  const variants = Object.keys(dialect.profile.variants ?? {});
  if (name === undefined || variants.includes(name)) return name;
  return report.fail(
    "unknown-variant",
    `unknown variant ${JSON.stringify(name)}; ${variants.length === 0 ? "there are none" : `known are ${variants.join(", ")}`}`,
  );
}

// ── places ──────────────────────────────────────────────────────────────────

function toolPlace(tool: ToolFields): Place {
  return Place.root.below(tool.origin?.path ?? "");
}

function withOrigin(tool: ToolFields, index: number): ToolFields {
  return tool.origin === undefined
    ? { ...tool, origin: { dialect: "canonical", path: `/${index}`, fields: {} } }
    : tool;
}

/** Where the fields of each tool stand in what was written, and where they stood in the source. */
function pathMap(sources: readonly ToolFields[], written: readonly ToolFields[]): [written: string, source: string][] {
  const pairs = written.flatMap((tool, index): [string, string][] => {
    const source = sources[index];
    if (source === undefined) return [];
    const fields = ["inputSchema", "outputSchema", "name", "description", "strict"].map((field): [string, string] => [
      placeOf(tool, field).pointer,
      placeOf(source, field).pointer,
    ]);
    return [...fields, [tool.origin?.path ?? "", source.origin?.path ?? ""]];
  });
  return pairs.toSorted(([one], [other]) => other.length - one.length);
}

function mapPath(path: string, pairs: readonly [string, string][]): string {
  const found = pairs.find(([written]) => path === written || path.startsWith(`${written}/`));
  return found === undefined ? path : found[1] + path.slice(found[0].length);
}

function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
