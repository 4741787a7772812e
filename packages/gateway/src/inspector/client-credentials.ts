import { CREDENTIAL_HEADERS, credentialsIn, mayHaveKey } from "../http/credentials.ts";
import type { HeaderMap } from "../transport.ts";
import type { Recording } from "./recording.ts";

const MAX_SENT = 64;

/** How many of one request are learned: nobody makes others' keys forgotten with a long list of cookies. */
const MAX_LEARNED = 16;

/**
 * Tells what clients send as their keys, once they are known to be clients: what anybody sends would hide ordinary words from all, and
 * make others' keys forgotten. They send the same with every request, and to find them costs more than to see that they are known.
 */
export class ClientCredentials {
  /** Returns whether others were forgotten. */
  private readonly onFound: (credentials: readonly string[]) => boolean;
  private readonly sent = new Set<string>();

  constructor(onFound: (credentials: readonly string[]) => boolean) {
    this.onFound = onFound;
  }

  learn({ headers, path }: Pick<Recording, "headers" | "path">): void {
    if (!mayHaveKey(path) && this.areKnown(headers)) return;
    const isFull = this.onFound(credentialsIn(headers, path).slice(0, MAX_LEARNED));
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
