import { copyJson } from "../../json/value.ts";
import { sourceOf } from "../source.ts";
import type { Plan, PlanTarget } from "./plan.ts";

/** Schemas untouched. */
export function passthrough(target: PlanTarget): Plan {
  return (tool) => ({ lowered: { schema: copyJson(sourceOf(tool)) }, strict: tool.strict, variant: target.variant });
}
