import { lower } from "../lower.ts";
import { prune } from "../prune.ts";
import { sourceOf } from "../source.ts";
import { nativeSchema, type Plan, type PlanTarget } from "./plan.ts";

/** Only what tooladapter's support matrix grants the target; everything else is taken away, each time with a loss. */
export function conservative(target: PlanTarget): Plan {
  const schema = nativeSchema(target);
  const { conservativeLacks: lacks, strict } = target.profile;
  return (tool, report) => {
    const isStrict = tool.strict === true && strict !== undefined;
    const plain = prune(
      sourceOf(tool),
      (keyword) => lacks.has(keyword) && !(isStrict && keyword === "pattern"),
      report,
    );
    const lowered = lower(plain, schema, report);
    if (isStrict) report.change("close-object");
    return {
      lowered: isStrict ? { ...lowered, schema: { ...lowered.schema, additionalProperties: false } } : lowered,
      strict: strict === undefined ? undefined : tool.strict,
      variant: target.variant,
    };
  };
}
