import type { SchemaProfile } from "../../model/profile.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { lower } from "../lower.ts";
import { sourceOf } from "../source.ts";
import { type LoweredFunction, type LowerFunction, type LoweringTarget, nativeSchema } from "./lower-function.ts";

/**
 * Keeps everything that the target accepts. Uses its strict mode only if the source asks for it and nothing is lost.
 */
export function native(target: LoweringTarget): LowerFunction {
  const schema = nativeSchema(target);
  const { strict, strictIsExplicit } = target.profile;
  return (tool, report) => {
    const kept = tool.strict === true && strict !== undefined ? lowerWithoutLoss(tool, strict, report) : undefined;
    if (kept !== undefined) return kept;
    const lowered = lower(sourceOf(tool), schema, report);
    if (strict === undefined) return { lowered, variant: target.variant };
    if (tool.strict === true) report.field(tool, "strict").lose("strict", { action: "weakened" });
    return {
      lowered,
      strict: tool.strict === undefined && !strictIsExplicit ? undefined : false,
      variant: target.variant,
    };
  };
}

function lowerWithoutLoss(tool: FunctionFields, strict: SchemaProfile, report: Report): LoweredFunction | undefined {
  const mark = report.ledger.mark();
  const lowered = lower(sourceOf(tool), strict, report);
  if (report.ledger.mark()[0] === mark[0]) return { lowered, strict: true };
  report.ledger.rewind(mark);
  return undefined;
}
