// What clients send as their keys has to be hidden wherever it turns up, also where the gateway checks no keys and so
// knows none.

import { CREDENTIAL_HEADERS, credentialsIn, mayHaveKey } from "../http/credentials.ts";
import type { HeaderMap, Incoming } from "../transport.ts";

const MAX_SENT = 64;

/** How many credentials of one request are learned, so that a long list of cookies does not displace those of other clients. */
const MAX_LEARNED = 16;

/**
 * Learns the credentials of clients that the gateway has let in, so that they are hidden in all recordings. Requests that were refused
 * teach nothing: anybody could send ordinary words as a key, and displace those of real clients. Clients send the same headers with
 * every request, so that known ones are recognized before credentials are looked for in them.
 */
export class ClientCredentials {
  /** Returns whether others were forgotten. */
  private readonly onFound: (credentials: readonly string[]) => boolean;
  private readonly sent = new Set<string>();

  constructor(onFound: (credentials: readonly string[]) => boolean) {
    this.onFound = onFound;
  }

  learn({ headers, url }: Pick<Incoming, "headers" | "url">): void {
    if (!mayHaveKey(url) && this.areKnown(headers)) return;
    const isFull = this.onFound(credentialsIn(headers, url).slice(0, MAX_LEARNED));
    // What was forgotten is learned again with the next request.
    if (isFull || this.sent.size >= MAX_SENT) this.sent.clear();
    for (const name of CREDENTIAL_HEADERS) this.sent.add(headers[name] ?? "");
  }

  private areKnown(headers: HeaderMap): boolean {
    for (const name of CREDENTIAL_HEADERS) {
      const value = headers[name];
      if (value !== undefined && !this.sent.has(value)) return false;
    }
    return true;
  }
}
