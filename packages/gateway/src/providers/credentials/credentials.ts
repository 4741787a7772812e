import type { Clock } from "../../clock.ts";
import type { HeaderMap, UpstreamRequest } from "../../transport.ts";
import type { Environment } from "../environment.ts";

/** Authenticates the requests to one provider. */
export interface Credentials {
  /** The headers to add to a request; a promise if something has to be obtained first. Fails with a `CredentialError`. */
  headersFor(request: UnsignedRequest): AuthHeaders | Promise<AuthHeaders>;
  /** The provider has accepted a request with these headers. */
  accepted?(sent: AuthHeaders): void;
  /** The provider has refused a request with these headers. Returns whether it is worth sending again, with other ones. */
  refused?(sent: AuthHeaders, refusal: RefusedResponse): boolean;
}

/** A response to a request whose credentials are refused. */
export interface RefusedResponse {
  readonly status: 401 | 403;
  readonly headers: HeaderMap;
}

/** A request as it is sent, except for what authenticates it. */
export type UnsignedRequest = Pick<UpstreamRequest, "method" | "url" | "headers" | "body">;

/** Headers by their names in lower case. */
export type AuthHeaders = Readonly<Record<string, string>>;

/** Credentials cannot be obtained. The message says why and what to do, and has no secrets. */
export class CredentialError extends Error {
  override readonly name: string = "CredentialError";
  /** The message without what to do. */
  readonly reason: string;
  readonly fix: string | undefined;

  constructor(reason: string, fix?: string) {
    super(fix === undefined ? reason : `${reason}; ${fix}`);
    this.reason = reason;
    this.fix = fix;
  }
}

/** What credentials are obtained with. */
export interface CredentialContext {
  readonly clock: Pick<Clock, "now" | "setTimer">;
  /** Sends a small request, such as one for a token, and waits for the whole response. */
  readonly fetch: (request: TokenRequest) => Promise<TokenResponse>;
  /** Called with each secret that is obtained, so that it can be redacted. */
  readonly onSecret: (secret: string) => void;
  /** Called with what keeps credentials from being renewed while old ones are still valid, and without when it is over. */
  readonly onTrouble: (trouble: string | undefined) => void;
  /** Called with an error that should not have happened. */
  readonly onBug: (error: unknown) => void;
  /** Absent where there is neither a file system nor an environment. */
  readonly system?: LocalSystem;
}

export interface TokenRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In milliseconds. */
  readonly connectTimeout?: number;
}

/** For addresses that exist inside of a cloud only, and where a connection is made at once or never; in milliseconds. */
export const METADATA_TIMEOUT = 2000;

export interface TokenResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly text: string;
}

/** What credentials use of the machine that the gateway runs on. */
export interface LocalSystem {
  readonly env: Environment;
  /** The user's home folder. */
  readonly home: string;
  /** The text of a file; `undefined` if there is no such file. */
  readFile(path: string): Promise<string | undefined>;
  /** What a program prints: a line for the shell, or the program and its arguments. */
  run(command: string | readonly string[]): Promise<string>;
}
