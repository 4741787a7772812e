import { copyJson, isObject } from "../json/value.ts";
import type { Mark } from "../ledger.ts";
import { levelOf } from "../loss-levels.ts";
import type { JsonSchema } from "../model/schema.ts";
import type { Eventually } from "../model/steps.ts";
import type { FunctionFields, ToolDraft, ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import type { Lens } from "../schema/lens.ts";
import { lowerOutput } from "../schema/lower.ts";
import { type LoweredFunction, type LowerFunction, nativeSchema } from "../schema/profiles/lower-function.ts";
import { after } from "../steps.ts";
import { sourceDialect } from "./source.ts";
import type { ToolTarget } from "./target.ts";

/** A tool that is ready to be encoded, and the lens of its schema. */
export interface LoweredTool {
  readonly draft: ToolDraft;
  readonly lens: Lens | undefined;
}

/** A target, and how the functions for it are lowered. */
export interface PlannedTarget {
  readonly target: ToolTarget;
  readonly plan: LowerFunction;
}

/** Lowers the schemas of one tool. */
export function lowerTool(
  tool: ToolFields,
  name: string,
  { target, plan }: PlannedTarget,
  report: Report,
): Eventually<LoweredTool> {
  if (tool.type !== "function") return { draft: { tool, name }, lens: undefined };
  const at = report.field(tool, "inputSchema");
  if (tool.inputSchema === false)
    return at.fail("unsatisfiable", `tool ${tool.name}: no arguments satisfy this schema`);
  if (tool.inputSchema === true && target.profile !== "passthrough") at.change("boolean-schema");
  return after(plan(tool, at), lowerFunction, { tool, name, target, report });
}

/** A function for a target, and the name that it gets there. */
interface NamedFunction {
  readonly tool: FunctionFields;
  readonly name: string;
  readonly target: ToolTarget;
  readonly report: Report;
}

function lowerFunction(planned: LoweredFunction, named: NamedFunction): Eventually<LoweredTool> {
  return after(lowerOutputSchema(named), draftFunction, { named, planned });
}

function draftFunction(
  outputSchema: JsonSchema | undefined,
  { named, planned }: { readonly named: NamedFunction; readonly planned: LoweredFunction },
): LoweredTool {
  const { tool, name, target, report } = named;
  const { lowered, strict, variant } = planned;
  const inputSchema = target.profile === "passthrough" ? copyJson(tool.inputSchema) : lowered.schema;
  if (tool.strict === undefined) reportStrict(tool, strict, target, report);
  return { draft: { tool, name, inputSchema, outputSchema, strict, variant }, lens: lowered.lens };
}

// An absent `strict` has another meaning in each dialect, so that writing it explicitly is a change.
function reportStrict(tool: FunctionFields, strict: boolean | undefined, target: ToolTarget, report: Report): void {
  const source = sourceDialect(tool, target);
  const tries = source !== undefined && source !== target.dialect && source.profile.strictIsExplicit;
  const says = strict === false && tool.origin?.fields.strict !== undefined;
  if (tries || says) report.field(tool, "strict").change("explicit-strict");
}

// Results do not go through a lens, so that an output schema that needs one is lost.
function lowerOutputSchema({ tool, target, report }: NamedFunction): Eventually<JsonSchema | undefined> {
  const { outputSchema } = tool;
  const { dialect, profile, variant } = target;
  if (outputSchema === undefined || !dialect.profile.toolFields.has("outputSchema")) return undefined;
  if (!isObject(outputSchema) || profile === "passthrough" || profile === "strict-literal")
    return copyJson(outputSchema);
  const at = report.field(tool, "outputSchema");
  const mark = report.ledger.mark();
  const lowered = lowerOutput(outputSchema, nativeSchema({ profile: dialect.profile, variant }), at);
  return after(lowered, keepOrLose, { at, mark });
}

function keepOrLose(
  lowered: JsonSchema | undefined,
  { at, mark }: { readonly at: Report; readonly mark: Mark },
): JsonSchema | undefined {
  if (lowered !== undefined) return lowered;
  at.ledger.rewind(mark);
  at.loseField(levelOf("outputSchema"));
  return undefined;
}
