/**
 * Fields from several places in one object; where two are the same, the later holds.
 * A literal of many spreads says this too, but grows field by field and takes ten times as long.
 */
export function together(...fields: readonly object[]): Readonly<Record<string, unknown>> {
  return Object.assign(Object.create(null), ...fields);
}
