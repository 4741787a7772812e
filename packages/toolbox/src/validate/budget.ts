/** Thrown when validation takes more steps than the budget allows. */
export class BudgetExceededError extends Error {}

/** The remaining steps of a validation. */
export class ValidationBudget {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new BudgetExceededError();
  }
}
