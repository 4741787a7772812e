import { Budget, OverBudget } from "../budget.ts";
import type { Json } from "../model/json.ts";
import type { Lens } from "../schema/lens.ts";
import { LensRun } from "../schema/lens-run.ts";

/** How many steps a lens may take for each value in a tool's arguments. */
const STEPS_PER_VALUE = 8;

/** Lowers arguments; throws `OverBudget` if that takes far more steps than the arguments have values. */
export function lowerArguments(lens: Lens, value: Json, size: number, budget: Budget): Json {
  budget.allow(STEPS_PER_VALUE * size);
  return lens.lower(value, new LensRun(budget));
}

/** Lifts arguments; returns them unchanged if that takes far more steps than the arguments have values. */
export function liftArguments(lens: Lens, value: Json, size: number): Json {
  const budget = new Budget();
  budget.allow(STEPS_PER_VALUE * size);
  try {
    return lens.lift(value, new LensRun(budget));
  } catch (error) {
    if (error instanceof OverBudget) return value;
    throw error;
  }
}
