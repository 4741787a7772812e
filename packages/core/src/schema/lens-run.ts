import { Budget } from "../budget.ts";
import type { Json } from "../model/json.ts";

/** The state of lowering or lifting one value: its budget, and the results so far. */
export class LensRun {
  private readonly budget: Budget;
  private found: Map<object, Map<Json, unknown>> | undefined;

  constructor(budget: Budget = new Budget()) {
    this.budget = budget;
  }

  /** Charges steps to the budget; throws `OverBudget` if there are too many. */
  spend(steps = 1): void {
    this.budget.spend(steps);
  }

  /**
   * Computes a result for a value once. The branches of a union, and of unions nested in it, all examine the same parts
   * of a value: without this, each level of nesting would double the work.
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
