import { CREDENTIAL_HEADERS, credentialsIn } from "../http/credentials.ts";
import type { ObservedRequest } from "../http/request-observer.ts";
import type { HeaderMap } from "../transport.ts";

const MAX_SENT = 64;

/** Tells what clients send as their keys. They send the same with every request, and to find them costs more than to see that they are known. */
export class ClientCredentials {
  private readonly onFound: (credentials: readonly string[]) => void;
  private readonly sent = new Set<string>();

  constructor(onFound: (credentials: readonly string[]) => void) {
    this.onFound = onFound;
  }

  learn({ incoming: { headers, url } }: Pick<ObservedRequest, "incoming">): void {
    if (!url.includes("?") && this.areKnown(headers)) return;
    this.onFound(credentialsIn(headers, url));
    if (this.sent.size >= MAX_SENT) this.sent.clear();
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
