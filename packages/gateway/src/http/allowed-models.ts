import type { Caller } from "../caller.ts";
import { matchesPattern } from "../config/targets.ts";
import { GatewayError } from "../errors.ts";

/** Whether a caller may use a model, by the name that it requests. */
export function mayUse({ models }: Caller, model: string): boolean {
  return models === undefined || models.some((pattern) => matchesPattern(pattern, model));
}

/** Throws if a caller may not use a model. */
export function checkModel(caller: Caller, model: string): void {
  if (mayUse(caller, model)) return;
  const message = `this key may not use the model ${model}: it may use ${caller.models?.join(", ")}`;
  throw new GatewayError("permission", "model_not_allowed", message, { param: "model" });
}
