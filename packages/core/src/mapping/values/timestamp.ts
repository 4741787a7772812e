// Times of responses: RFC 3339 in some dialects (`2025-06-01T12:00:00Z`), seconds since 1970 in the others.

/** Parses an RFC 3339 time to seconds since 1970, without fractions, which no other dialect has. */
export function parseTimestamp(time: string): number | undefined {
  const milliseconds = Date.parse(time.replace(/\.\d+/, ""));
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** Seconds since 1970 as a time in RFC 3339. */
export function formatTimestamp(seconds: number): string {
  const date = new Date(Math.abs(seconds) <= MAX_SECONDS ? Math.floor(seconds) * 1000 : 0);
  return date.toISOString().replace(".000", "");
}

/** The last second of the year 9999: later years have too many digits for RFC 3339. */
const MAX_SECONDS = 253_402_300_799;
