import { machineSession } from "./aws/index.ts";
import type { AwsSession } from "./aws/session.ts";
import { signedHeaders } from "./aws/sign.ts";
import type { AuthHeaders, CredentialContext, Credentials, RefusedResponse, UnsignedRequest } from "./credentials.ts";
import { RefreshedValue } from "./refreshed-value.ts";
import type { AwsKeys } from "./settings.ts";

/** Which requests are signed, and with which keys. */
export interface SigV4Options {
  readonly region: string;
  readonly service: string;
  readonly keys?: AwsKeys | undefined;
  readonly profile?: string | undefined;
}

/** Signs requests with AWS keys, which are renewed before they expire. */
export class SigV4Credentials implements Credentials {
  private readonly context: CredentialContext;
  private readonly options: SigV4Options;
  private readonly session: RefreshedValue<AwsSession>;
  /** The keys by the headers that they have signed. */
  private readonly signed = new WeakMap<AuthHeaders, AwsSession>();
  /** How far AWS's clock is ahead of this machine's, in milliseconds. */
  private clockOffset = 0;

  constructor(context: CredentialContext, options: SigV4Options) {
    this.context = context;
    this.options = options;
    const { clock, onTrouble } = context;
    this.session = new RefreshedValue({ clock, onTrouble, obtain: () => this.obtain() });
  }

  async headersFor(request: UnsignedRequest): Promise<AuthHeaders> {
    const keys = await this.session.get();
    const { region, service } = this.options;
    const now = this.context.clock.now() + this.clockOffset;
    const headers = await signedHeaders(request, { keys, region, service, now });
    this.signed.set(headers, keys);
    return headers;
  }

  accepted(headers: AuthHeaders): void {
    const keys = this.signed.get(headers);
    if (keys !== undefined) this.session.accepted(keys);
  }

  // Most refusals are for want of a permission, and would be repeated.
  refused(headers: AuthHeaders, { headers: response }: RefusedResponse): boolean {
    const keys = this.signed.get(headers);
    if (keys === undefined || !INVALID_KEYS.test(response["x-amzn-errortype"] ?? "")) return false;
    return this.adjustClock(response.date) || (this.isRenewable && this.session.refused(keys, true));
  }

  private get isRenewable(): boolean {
    return this.options.keys === undefined;
  }

  // AWS refuses signatures that are older than five minutes.
  private adjustClock(date = ""): boolean {
    const offset = Date.parse(date) - this.context.clock.now();
    if (Number.isNaN(offset) || Math.abs(offset - this.clockOffset) < MAX_SKEW) return false;
    this.clockOffset = offset;
    return true;
  }

  private async obtain(): Promise<AwsSession> {
    const { keys, region, profile } = this.options;
    const session = keys ?? (await machineSession(this.context, { region, profile }));
    this.context.onSecret(session.secretAccessKey);
    if (session.sessionToken !== undefined) this.context.onSecret(session.sessionToken);
    return session;
  }
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html */
const INVALID_KEYS =
  /^(?:ExpiredToken|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|RequestExpired|RequestTimeTooSkewed)/;

/** In milliseconds. */
const MAX_SKEW = 60_000;
