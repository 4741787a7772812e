import type { Clock } from "../clock.ts";
import type { Provider } from "../config/config.ts";
import { getOrCreate } from "../get-or-create.ts";
import type { CredentialContext, LocalSystem, TokenRequest } from "../providers/credentials/credentials.ts";
import { providerSend } from "../providers/provider-send.ts";
import type { Send } from "../transport.ts";
import { fetchText, type TextResponse } from "./fetch-text.ts";

export interface ProviderSendersOptions {
  readonly send: Send;
  readonly clock: Clock;
  /** Where credentials may be, besides the config. */
  readonly system?: LocalSystem | undefined;
  /** Called with each secret that a provider's credentials obtain. */
  readonly onSecret: (provider: Provider, secret: string) => void;
  /** Called with what keeps a provider's credentials from being renewed, and without when it is over. */
  readonly onTrouble: (provider: Provider, trouble: string | undefined) => void;
  /** Called with an error that should not have happened. */
  readonly onBug: (error: unknown) => void;
}

/** Sends requests to the providers of a config, to each with its own credentials. */
export class ProviderSenders {
  private readonly options: ProviderSendersOptions;
  /** A new config has new providers, and these obtain their credentials anew. */
  private readonly senders = new WeakMap<Provider, Send>();

  constructor(options: ProviderSendersOptions) {
    this.options = options;
  }

  senderFor(provider: Provider): Send {
    const { send } = this.options;
    if (provider.auth === undefined && provider.platform === undefined) return send;
    return getOrCreate(this.senders, provider, () => providerSend(provider, send, this.contextOf(provider)));
  }

  private contextOf(provider: Provider): CredentialContext {
    const { clock, system, onSecret, onTrouble, onBug } = this.options;
    return {
      clock,
      fetch: (request) => this.fetch(request),
      onSecret: (secret) => onSecret(provider, secret),
      onTrouble: (trouble) => onTrouble(provider, trouble),
      onBug,
      ...(system === undefined ? {} : { system }),
    };
  }

  private fetch({ connectTimeout = CONNECT_TIMEOUT, ...request }: TokenRequest): Promise<TextResponse> {
    const { send, clock } = this.options;
    return fetchText(send, { ...request, connectTimeout }, { timeout: TIMEOUT, clock });
  }
}

/** In milliseconds. */
const CONNECT_TIMEOUT = 10_000;
const TIMEOUT = 20_000;
