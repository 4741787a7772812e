import { equalJson } from "../../json/value.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { lower } from "../lower.ts";
import { targetPattern } from "../patterns/target-pattern.ts";
import { prune } from "../prune.ts";
import { Source, sourceOf } from "../source.ts";
import { OBJECT } from "../types.ts";
import { nativeSchema, type Plan, type PlanTarget } from "./plan.ts";

/** Only what tooladapter's support matrix grants the target; everything else is taken away, each time with a loss. */
export function conservative(target: PlanTarget): Plan {
  const schema = nativeSchema(target);
  const { conservativeLacks: lacks, strict, strictIsExplicit } = target.profile;
  // What is evaluated cannot be told any more once a keyword that evaluates is gone.
  const isLacking = (keyword: string) => lacks.has(keyword) || (lacks.size > 0 && keyword.startsWith("unevaluated"));
  return (tool, report) => {
    const isStrict = tool.strict === true && strict !== undefined;
    const plain = prune(
      sourceOf(tool),
      (keyword, value) =>
        isStrict && keyword === "pattern"
          ? targetPattern(String(value), strict.patterns) !== value
          : isLacking(keyword),
      report,
    );
    const lowered = lower(asObject(plain, sourceOf(tool), report), schema, report);
    if (isStrict) report.change("close-object");
    return {
      lowered: isStrict ? { ...lowered, schema: { ...lowered.schema, additionalProperties: false } } : lowered,
      // tooladapter keeps what the source says; where a missing word would mean "try it", what it means is written out.
      strict: strict === undefined ? undefined : (tool.strict ?? (strictIsExplicit ? false : undefined)),
      variant: target.variant,
    };
  };
}

// A root whose only word was taken away still describes an object if it did before.
function asObject(plain: JsonObject, before: JsonObject, report: Report): JsonObject {
  const wasObject = new Source(before, report.place).types(before) === OBJECT;
  if (!wasObject || plain.type !== undefined || equalJson(plain, before)) return plain;
  report.change("root-type");
  return { type: "object", properties: {}, ...plain };
}
