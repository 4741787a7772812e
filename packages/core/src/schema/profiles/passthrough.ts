import { copyJson } from "../../json/value.ts";
import { inputSchemaOf } from "../source.ts";
import type { LowerFunction, LoweringTarget } from "./lower-function.ts";

/** Copies schemas unchanged. */
export function passthrough(target: LoweringTarget): LowerFunction {
  return (tool) => ({
    lowered: { schema: copyJson(inputSchemaOf(tool)) },
    strict: tool.strict,
    variant: target.variant,
  });
}
