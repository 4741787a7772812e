import { copyJson, isArray, isObject } from "../json/value.ts";
import type { Ledger } from "../ledger.ts";
import { FIELD_LEVELS } from "../loss-levels.ts";
import type { Dialect } from "../model/dialect.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { ProfileName } from "../model/profile.ts";
import type { JsonSchema } from "../model/schema.ts";
import type { Eventually } from "../model/steps.ts";
import type { FunctionFields, ToolDraft, ToolFields } from "../model/tool.ts";
import { Place } from "../place.ts";
import { type OnInvalid, Report } from "../report.ts";
import { MAX_NODES } from "../schema/context.ts";
import { leastExpansion } from "../schema/expansion.ts";
import type { Lens } from "../schema/lens.ts";
import { lowerOutput } from "../schema/lower.ts";
import { profiles } from "../schema/profiles/index.ts";
import { type LoweredFunction, type LowerFunction, nativeSchema } from "../schema/profiles/lower-function.ts";
import { after, finish, mapInSteps, pauseAfter } from "../steps.ts";
import { toolPlace } from "../tool-place.ts";
import { adoptHostedTool } from "./adopt.ts";
import { clientToolsAsFunctions } from "./client-tools.ts";
import { withoutSearch, withoutUselessDeferral } from "./deferral.ts";
import { type NamedTool, nameTools } from "./names.ts";
import { sourceOf } from "./source.ts";

/** The target that tools are encoded for. */
export interface WriteTarget {
  readonly dialect: Dialect;
  /** The dialects that the tools may come from. */
  readonly sources: readonly Dialect[];
  readonly profile: ProfileName;
  readonly variant: string | undefined;
  readonly onInvalid?: OnInvalid;
  /** Keep the names, even if the target does not accept them. */
  readonly keepNames?: boolean;
  /** Whether the target has a tool search; by default, whether its dialect has one. */
  readonly toolSearch?: boolean;
  /** The tools that the conversation has loaded, as `namespace:name`. */
  readonly loaded?: ReadonlySet<string>;
}

/** Encoded tools, and the draft and lens of each. */
export interface Written {
  readonly value: Json[];
  readonly tools: readonly WrittenTool[];
}

/** A tool as it was encoded. */
export interface WrittenTool {
  readonly draft: ToolDraft;
  readonly lens: Lens | undefined;
}

/** Lowers the schemas of canonical tools by a profile, and encodes them in a dialect. */
export function writeTools(tools: readonly ToolFields[], target: WriteTarget, ledger: Ledger): Written {
  return encodeLowered(finish(lowerTools(tools, target, ledger)), target, ledger);
}

/** Encodes lowered tools. */
export function encodeLowered(tools: readonly WrittenTool[], target: WriteTarget, ledger: Ledger): Written {
  const drafts = tools.map(({ draft }) => draft);
  return { value: target.dialect.tools.encode(drafts, reportFor(target, ledger)), tools };
}

/** Lowers the schemas of canonical tools by a profile. */
export function lowerTools(
  tools: readonly ToolFields[],
  target: WriteTarget,
  ledger: Ledger,
): Eventually<WrittenTool[]> {
  const { dialect, profile } = target;
  const report = reportFor(target, ledger);
  const planned = { ...target, plan: planFor(target) };
  const adopted = callable(tools, target, report);
  const normalized =
    profile === "passthrough"
      ? adopted
      : adopted.map((tool) => withoutNulls(inDefaultLayout(tool, dialect, report), dialect, report));
  const lowerOne = ({ tool, name }: NamedTool) =>
    report.attemptInSteps(
      () => writeTool(tool, name, planned, report),
      () => ({ place: toolPlace(tool), name: tool.name }),
    );
  return after(refuseExpansion(normalized, target, report), () => {
    const named = keepsNames(adopted, target) ? normalized.map(asNamed) : nameTools(normalized, dialect, report);
    return after(mapInSteps(named, lowerOne, ledger.budget), (written) => written.filter(isWritten));
  });
}

function isWritten(tool: WrittenTool | undefined): tool is WrittenTool {
  return tool !== undefined;
}

// References that refer to each other can make a small request very large: this is counted before anything is written.
function refuseExpansion(tools: readonly ToolFields[], target: WriteTarget, report: Report): Eventually<unknown> {
  const { profile, dialect } = target;
  if (!INLINING.has(profile) || nativeSchema({ profile: dialect.profile, variant: undefined }).refs === "keep") return;
  const expanding = tools.filter(hasDefinitions);
  if (expanding.length === 0) return;
  const { budget } = report.ledger;
  let expected = 0;
  const expandOne = (tool: ToolWithDefinitions) => {
    // A larger one is refused alone, and the others go on.
    const least = Math.min(leastExpansion(tool.inputSchema), MAX_NODES);
    expected += least;
    report.on(toolPlace(tool)).bounded(() => budget.expect(expected), tool.name);
    return pauseAfter(least, budget);
  };
  return mapInSteps(expanding, expandOne, budget);
}

type ToolWithDefinitions = FunctionFields & { readonly inputSchema: JsonObject };

function hasDefinitions(tool: ToolFields): tool is ToolWithDefinitions {
  return tool.type === "function" && isObject(tool.inputSchema) && tool.inputSchema.$defs !== undefined;
}

/** The profiles that lower every schema for a target without its strict mode. */
const INLINING: ReadonlySet<ProfileName> = new Set(["native"]);

function reportFor({ onInvalid }: WriteTarget, ledger: Ledger): Report {
  return new Report(ledger, "from_canonical", Place.root, onInvalid);
}

// Tools that the target lacks are replaced by what it has.
function callable(tools: readonly ToolFields[], target: WriteTarget, report: Report): readonly ToolFields[] {
  const adopted = tools.map((tool) => adoptHostedTool(tool, target));
  const functions = clientToolsAsFunctions(withoutSearch(adopted, target, report), target, report);
  return withoutUselessDeferral(functions, target, report);
}

function keepsNames(tools: readonly ToolFields[], { dialect, profile, keepNames }: WriteTarget): boolean {
  return (
    keepNames === true || (profile === "passthrough" && tools.every((tool) => tool.origin?.dialect === dialect.id))
  );
}

function asNamed(tool: ToolFields): NamedTool {
  return { tool, name: tool.name };
}

// ── one tool ────────────────────────────────────────────────────────────────

function writeTool(
  tool: ToolFields,
  name: string,
  target: WriteTarget & { plan: LowerFunction },
  report: Report,
): Eventually<WrittenTool> {
  if (tool.type !== "function") return { draft: { tool, name }, lens: undefined };
  const at = report.field(tool, "inputSchema");
  if (tool.inputSchema === false)
    return at.fail("unsatisfiable", `tool ${tool.name}: no arguments satisfy this schema`);
  if (tool.inputSchema === true && target.profile !== "passthrough") at.change("boolean-schema");
  return after(target.plan(tool, at), (planned) => writeFunction(tool, name, planned, target, report));
}

function writeFunction(
  tool: FunctionFields,
  name: string,
  { lowered, strict, variant }: LoweredFunction,
  target: WriteTarget,
  report: Report,
): Eventually<WrittenTool> {
  const draft: { -readonly [K in keyof ToolDraft]: ToolDraft[K] } = {
    tool,
    name,
    inputSchema: target.profile === "passthrough" ? copyJson(tool.inputSchema) : lowered.schema,
  };
  if (strict !== undefined) draft.strict = strict;
  if (variant !== undefined) draft.variant = variant;
  return after(lowerResults(tool, target, report), (outputSchema) => {
    if (outputSchema !== undefined) draft.outputSchema = outputSchema;
    if (tool.strict === undefined) reportStrict(tool, strict, target, report);
    return { draft, lens: lowered.lens };
  });
}

// An absent `strict` has another meaning in each dialect, so that writing it explicitly is a change.
function reportStrict(tool: FunctionFields, strict: boolean | undefined, target: WriteTarget, report: Report): void {
  const source = sourceOf(tool, target);
  const tries = source !== undefined && source !== target.dialect && source.profile.strictIsExplicit;
  const says = strict === false && tool.origin?.fields.strict !== undefined;
  if (tries || says) report.field(tool, "strict").change("explicit-strict");
}

// Results do not go through a lens, so that an output schema that needs one is lost.
function lowerResults(
  tool: FunctionFields,
  { dialect, profile, variant }: WriteTarget,
  report: Report,
): Eventually<JsonSchema | undefined> {
  const { outputSchema } = tool;
  if (outputSchema === undefined || !dialect.profile.toolFields.has("outputSchema")) return undefined;
  if (!isObject(outputSchema) || profile === "passthrough" || profile === "strict-literal")
    return copyJson(outputSchema);
  const at = report.field(tool, "outputSchema");
  const mark = report.ledger.mark();
  return after(lowerOutput(outputSchema, nativeSchema({ profile: dialect.profile, variant }), at), (lowered) => {
    if (lowered !== undefined) return lowered;
    report.ledger.rewind(mark);
    at.loseField(FIELD_LEVELS.outputSchema);
    return undefined;
  });
}

// ── plans and fields ────────────────────────────────────────────────────────

// A tool of the target's own dialect keeps its schema field.
function planFor({ dialect, profile, variant: asked }: WriteTarget): LowerFunction {
  const plans = new Map<string | undefined, LowerFunction>();
  return (tool, report) => {
    const variant = asked ?? variantOf(tool, dialect);
    const known = plans.get(variant);
    if (known !== undefined) return known(tool, report);
    const plan = profiles[profile]({ profile: dialect.profile, variant });
    plans.set(variant, plan);
    return plan(tool, report);
  };
}

function variantOf(tool: ToolFields, dialect: Dialect): string | undefined {
  if (tool.origin?.dialect !== dialect.id) return undefined;
  const field = tool.origin.fields.inputSchema?.slice(1);
  return field !== undefined && dialect.profile.variants?.[field] !== undefined ? field : undefined;
}

// Null or an empty object as a field means nothing, and the proto schema forbids it.
function withoutNulls(tool: ToolFields, dialect: Dialect, report: Report): ToolFields {
  const silent = tool.extras?.[dialect.id]?.silent;
  const annotations = tool.type === "function" ? tool.annotations : undefined;
  if (silent === undefined && (annotations === undefined || !hasNull(annotations))) return tool;
  const fields = nothingIn(isObject(silent) ? silent : {});
  const hints = nullsIn(annotations ?? {});
  for (const pointer of fields) report.on(toolPlace(tool).below(pointer)).change("null-field");
  for (const hint of hints) report.field(tool, "annotations").at(hint).change("null-field");
  const kept =
    hints.length === 0 || annotations === undefined
      ? tool
      : ({ ...tool, annotations: omit(annotations, hints) } as ToolFields);
  if (fields.length === 0 || !isObject(silent)) return kept;
  const own = { ...tool.extras?.[dialect.id], silent: omit(silent, fields) };
  return { ...kept, extras: { ...tool.extras, [dialect.id]: own } };
}

// Legacy layouts are decoded, but only encoded in passthrough. A tool without a schema has no arguments.
function inDefaultLayout(tool: ToolFields, dialect: Dialect, report: Report): ToolFields {
  const extras = tool.extras?.[dialect.id];
  if (extras === undefined) return tool;
  const { at, absent, ...own } = extras;
  const missing = isArray(absent) ? absent : [];
  const kept = missing.filter((pointer) => pointer === tool.origin?.fields.inputSchema);
  if (at === undefined && kept.length === missing.length) return tool;
  report.on(toolPlace(tool)).change("default-layout");
  return { ...tool, extras: { ...tool.extras, [dialect.id]: kept.length === 0 ? own : { ...own, absent: kept } } };
}

function hasNull(object: JsonObject): boolean {
  for (const key in object) if (object[key] === null) return true;
  return false;
}

function nullsIn(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] === null);
}

function nothingIn(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] === null || isEmpty(object[key] ?? null));
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
