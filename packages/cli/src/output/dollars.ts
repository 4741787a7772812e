/** An amount of money as people read it: `$12.30`, `$0.013`, `$0.0000042`. */
export function dollars(amount: number): string {
  if (amount === 0 || amount >= 1) return `$${amount.toFixed(2)}`;
  // Two digits that count, however small the amount is.
  const places = Math.min(12, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(Math.max(2, places))}`;
}
