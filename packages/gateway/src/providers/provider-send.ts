import type { Send } from "../transport.ts";
import { authenticatedSend } from "./credentials/authenticated-send.ts";
import type { CredentialContext } from "./credentials/credentials.ts";
import { createCredentials } from "./credentials/index.ts";
import type { AuthSettings } from "./credentials/settings.ts";
import { findPlatform, type PlacedProvider, providerBinding } from "./platforms/index.ts";
import { unwrappedSend } from "./platforms/unwrapped-send.ts";

/** What decides how requests to a provider are sent. */
export interface SentProvider extends PlacedProvider {
  readonly auth?: AuthSettings;
}

/**
 * Sends requests to a provider with its credentials, and reads its framing of streams. Whoever observes what is passed in sees neither
 * the credentials nor the framing.
 */
export function providerSend(provider: SentProvider, send: Send, context: CredentialContext): Send {
  const { streamUnwrapper } = providerBinding(provider);
  const sent = provider.auth === undefined ? send : authenticated(provider.auth, provider, send, context);
  return streamUnwrapper === undefined ? sent : unwrappedSend(sent, streamUnwrapper);
}

function authenticated(auth: AuthSettings, provider: PlacedProvider, send: Send, context: CredentialContext): Send {
  const { dialect, platform } = provider;
  const { region = "" } = platform ?? {};
  const { signingService = "" } = findPlatform(platform?.name, dialect) ?? {};
  return authenticatedSend(send, createCredentials(auth, context, { region, service: signingService }), context.onBug);
}
