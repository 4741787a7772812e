import { CREDENTIAL_HEADERS, credentialsIn } from "../http/credentials.ts";
import type { ObservedRequest } from "../http/request-observer.ts";

const MAX_SENT = 64;

/** Tells what clients send as their keys. They send the same with every request, and to find them costs more than to see that they are known. */
export class ClientCredentials {
  private readonly onFound: (credentials: readonly string[]) => void;
  private readonly sent = new Set<string>();

  constructor(onFound: (credentials: readonly string[]) => void) {
    this.onFound = onFound;
  }

  learn({ incoming: { headers, url } }: Pick<ObservedRequest, "incoming">): void {
    const sent = CREDENTIAL_HEADERS.map((name) => headers[name] ?? "").join("\n");
    if (!url.includes("?") && this.sent.has(sent)) return;
    this.onFound(credentialsIn(headers, url));
    if (this.sent.size >= MAX_SENT) this.sent.clear();
    this.sent.add(sent);
  }
}
