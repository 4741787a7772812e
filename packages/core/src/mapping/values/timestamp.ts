/** The seconds since 1970 that a time in RFC 3339 stands for. Fractions differ in length, and nobody else has them. */
export function parseTimestamp(time: string): number | undefined {
  const milliseconds = Date.parse(time.replace(/\.\d+/, ""));
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** Seconds since 1970 as a time in RFC 3339. */
export function formatTimestamp(seconds: number): string {
  const date = new Date(Math.abs(seconds) <= LAST ? Math.floor(seconds) * 1000 : 0);
  return date.toISOString().replace(".000", "");
}

/** The last second of the year 9999, after which a year has more digits than the form has. */
const LAST = 253_402_300_799;
