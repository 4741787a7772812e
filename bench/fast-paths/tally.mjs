/** Counts by dialect what took a fast path, and the reasons of what did not. */
export class Tally {
  constructor() {
    this.dialects = new Map();
  }

  add(dialect, taken, reason) {
    const row = this.dialects.get(dialect) ?? { all: 0, taken: 0, reasons: new Map() };
    this.dialects.set(dialect, row);
    row.all++;
    if (taken) row.taken++;
    else row.reasons.set(reason, (row.reasons.get(reason) ?? 0) + 1);
  }

  rows() {
    return [...this.dialects].map(([dialect, { all, taken, reasons }]) => {
      const sorted = [...reasons].toSorted(([, one], [, other]) => other - one);
      return { dialect, all, taken, reasons: Object.fromEntries(sorted) };
    });
  }
}
