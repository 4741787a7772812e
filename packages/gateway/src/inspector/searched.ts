// What is known of bodies that were searched for secrets.

/** What is known of a body that was searched for secrets and has none. */
export interface Searched {
  /** The secrets that it was searched for (`SecretFinder.version`); 0 if it was not. */
  readonly version: number;
  readonly hasName: boolean;
}

/** What is known of all bodies of an exchange. */
export function searchedTogether(bodies: readonly (Searched & { readonly isKept: boolean })[]): Searched {
  const version = bodies.reduce((least, body) => (body.isKept ? Math.min(least, body.version) : least), Infinity);
  const hasName = bodies.some((body) => body.hasName);
  // One object is enough for the exchanges that were searched one after the other.
  if (latest.version !== version || latest.hasName !== hasName) latest = { version, hasName };
  return latest;
}

export const NOT_SEARCHED: Searched = { version: 0, hasName: false };
let latest = NOT_SEARCHED;
