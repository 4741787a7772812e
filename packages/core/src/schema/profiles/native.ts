import type { SchemaProfile } from "../../model/schema-profile.ts";
import type { Eventually } from "../../model/steps.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import type { Lowered } from "../lens.ts";
import { lower } from "../lower.ts";
import { inputSchemaOf } from "../source.ts";
import { type LoweredFunction, type LowerFunction, type LoweringTarget, nativeSchema } from "./lower-function.ts";

/**
 * Keeps everything that the target accepts. Uses its strict mode only if the source asks for it and nothing is lost.
 */
export function native(target: LoweringTarget): LowerFunction {
  const schema = nativeSchema(target);
  const { strict } = target.profile;
  const loosely: LowerFunction = (tool, report) =>
    after(lower(inputSchemaOf(tool), schema, report), withStrictness, { tool, target, report });
  if (strict === undefined) return loosely;
  const strictly: LowerFunction = (tool, report) =>
    after(lowerWithoutLoss(tool, strict, report), (kept) => kept ?? loosely(tool, report));
  return (tool, report) => (tool.strict === true ? strictly(tool, report) : loosely(tool, report));
}

/** A function for a target, and where its schema is reported on. */
interface ReportedFunction {
  readonly tool: FunctionFields;
  readonly target: LoweringTarget;
  readonly report: Report;
}

function withStrictness(lowered: Lowered, { tool, target, report }: ReportedFunction): LoweredFunction {
  const { profile, variant } = target;
  if (profile.strict === undefined) return { lowered, variant };
  if (tool.strict === true) report.field(tool, "strict").lose("strict", { action: "weakened" });
  return { lowered, strict: tool.strict === undefined && !profile.strictIsExplicit ? undefined : false, variant };
}

function lowerWithoutLoss(
  tool: FunctionFields,
  strict: SchemaProfile,
  report: Report,
): Eventually<LoweredFunction | undefined> {
  const mark = report.ledger.mark();
  return after(lower(inputSchemaOf(tool), strict, report), (lowered) => {
    if (report.ledger.mark()[0] === mark[0]) return { lowered, strict: true };
    report.ledger.rewind(mark);
    return undefined;
  });
}
