// What the page shows while there are no exchanges: addresses and commands to start with.

import type { HttpServices } from "../http/services.ts";
import type { HeaderMap } from "../transport.ts";
import { VERSION } from "../version.ts";
import type { ClientCard, StartInfo } from "./protocol.ts";
import type { ProviderHealthLog } from "./provider-health.ts";

export interface StartOptions {
  readonly health: ProviderHealthLog;
  readonly bodies: boolean;
  /** The clients that are known, for a gateway at this address. */
  readonly clientCards: (url: string) => readonly ClientCard[];
}

/** What helps somebody to start, at the address by which they have reached the gateway. */
export function startInfo(
  { config, troubles, redactor }: Pick<HttpServices, "config" | "troubles" | "redactor">,
  { host = "localhost" }: HeaderMap,
  { health, bodies, clientCards }: StartOptions,
): StartInfo {
  const url = `http://${host}`;
  const redact = (text: string) => redactor.redact(text);
  return {
    version: VERSION,
    url,
    clients: clientCards(url),
    providers: health.list(config, redact),
    troubles: [...troubles].map(([part, message]) => ({ part, message: redact(message) })),
    bodies,
  };
}
