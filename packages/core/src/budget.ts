/**
 * How many steps the tools of one request may take, all of them together. A step is a schema that is visited, a value that
 * is compared, or a piece of a schema that is written once more; it takes about a microsecond. The 1,024 most expensive of
 * 7,859 real tools take fewer than 150,000 for any target.
 */
export const MAX_STEPS = 500_000;

/** The number of steps after which other requests may have a turn: a fraction of a millisecond, or two in code that is not compiled yet. */
const PAUSE = 100;

/** The work that one request may cause: code whose work can grow faster than its input spends it here. */
export class Budget {
  private most: number;
  private taken = 0;
  /** The work since the last pause, and the work after which one is due. */
  private work = 0;
  private readonly pause: number;

  constructor(most: number = MAX_STEPS, pause: number = PAUSE) {
    this.most = most;
    this.pause = pause;
  }

  /** For work that is done at once: where nobody waits for a turn, pauses would only take time. */
  static withoutPauses(): Budget {
    return new Budget(MAX_STEPS, Number.POSITIVE_INFINITY);
  }

  /** How many steps were taken so far. */
  get spent(): number {
    return this.taken;
  }

  /** Takes some steps; throws `OverBudget` where they are too many. */
  spend(steps: number): void {
    this.taken += steps;
    this.work += steps;
    if (this.taken > this.most) throw new OverBudget(this.most);
  }

  /** Takes back the steps after so many: the same work is about to be done in another way. */
  rewind(spent: number): void {
    this.taken = spent;
  }

  /** Throws `OverBudget` if this number of further steps would exceed the budget. */
  expect(steps: number): void {
    if (this.taken + steps > this.most) throw new OverBudget(this.most);
  }

  /** Whether enough was done since the last pause, with so much work that is not charged, to give other requests a turn. */
  isPauseDue(uncharged = 0): boolean {
    this.work += uncharged;
    if (this.work < this.pause) return false;
    this.work = 0;
    return true;
  }

  /** A pause that was due was left out: the next one is due at once. */
  owePause(): void {
    if (this.pause !== Number.POSITIVE_INFINITY) this.work = this.pause;
  }

  /** Counts work that is not charged: a pause is due sooner. */
  count(work: number): void {
    this.work += work;
  }

  /** For responses, whose size the provider bounds. */
  static unlimited(): Budget {
    return new Budget(Number.POSITIVE_INFINITY);
  }

  /** Allows more steps, in proportion to further input. */
  allow(steps: number): void {
    this.most += steps;
  }
}

/** A request is too much work. */
export class OverBudget extends Error {
  constructor(most: number) {
    super(
      `takes more than ${most} steps to translate; send fewer tools, or simpler schemas (fewer unions under allOf)`,
    );
    this.name = "OverBudget";
  }
}
