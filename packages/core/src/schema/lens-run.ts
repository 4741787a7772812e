import { Budget } from "../budget.ts";
import type { Json } from "../model/json.ts";

/** One value on its way through a lens: what that may cost, and what was found out about its parts so far. */
export class LensRun {
  private readonly budget: Budget;
  private found: Map<object, Map<Json, unknown>> | undefined;

  constructor(budget: Budget = new Budget()) {
    this.budget = budget;
  }

  /** Takes some steps; throws `OverBudget` where they are too many. */
  spend(steps = 1): void {
    this.budget.spend(steps);
  }

  /**
   * What somebody finds out about a value, found out once. The branches of a union all look at the same parts of a value,
   * and those of a union inside of it again: without this, each level would double the work.
   */
  once<T>(who: object, value: Json, find: () => T): T {
    this.budget.spend(1);
    if (typeof value !== "object" || value === null) return find();
    this.found ??= new Map();
    const own = this.found.get(who) ?? new Map<Json, unknown>();
    this.found.set(who, own);
    if (own.has(value)) return own.get(value) as T;
    const result = find();
    own.set(value, result);
    return result;
  }
}
