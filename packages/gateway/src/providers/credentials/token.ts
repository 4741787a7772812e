import type { AuthHeaders, CredentialContext, Credentials, RefusedResponse } from "./credentials.ts";
import { type Expiring, RefreshedValue } from "./refreshed-value.ts";

/** An access token. */
export interface Token extends Expiring {
  readonly token: string;
}

/** A token that stays the same. */
export function fixedToken(token: string): Credentials {
  const headers = bearer(token);
  return { headersFor: () => headers };
}

/** A token that is obtained when it is needed, and renewed before it expires or when it is refused. */
export function refreshedToken(context: CredentialContext, obtain: () => Promise<Token>): Credentials {
  return new RefreshedToken(context, obtain);
}

/** A token with its header. */
interface SentToken extends Expiring {
  readonly headers: AuthHeaders;
}

class RefreshedToken implements Credentials {
  private readonly value: RefreshedValue<SentToken>;
  /** The tokens by the headers that they were sent in. */
  private readonly sent = new WeakMap<AuthHeaders, SentToken>();

  constructor({ clock, onSecret, onTrouble }: CredentialContext, obtain: () => Promise<Token>) {
    this.value = new RefreshedValue({
      clock,
      onTrouble,
      obtain: async () => {
        const { token, ...expiry } = await obtain();
        onSecret(token);
        const value = { ...expiry, headers: bearer(token) };
        this.sent.set(value.headers, value);
        return value;
      },
    });
  }

  headersFor(): AuthHeaders | Promise<AuthHeaders> {
    const value = this.value.get();
    return value instanceof Promise ? value.then(({ headers }) => headers) : value.headers;
  }

  accepted(headers: AuthHeaders): void {
    const token = this.sent.get(headers);
    if (token !== undefined) this.value.accepted(token);
  }

  // 401 says that the token is invalid; 403 may also mean that its owner lacks a permission.
  refused(headers: AuthHeaders, { status }: RefusedResponse): boolean {
    const token = this.sent.get(headers);
    return token !== undefined && this.value.refused(token, status === 401);
  }
}

function bearer(token: string): AuthHeaders {
  return { authorization: `Bearer ${token}` };
}
