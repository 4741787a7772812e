/** Thrown where a schema asks for more work than any honest one does. */
export class BudgetExceededError extends Error {}

/** How many steps a validation may take. */
export class Budget {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new BudgetExceededError();
  }
}
