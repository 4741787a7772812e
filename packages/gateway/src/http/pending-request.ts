import type { ProfileName } from "@toolglot/core";
import type { StoreTimeout } from "../limits/store-timeout.ts";
import { credentialSpellings, MIN_CREDENTIAL_LENGTH, type Redactor, redactCredentials } from "../observe/redact.ts";
import type { ConnectionResponses } from "../store/connection-responses.ts";
import type { Incoming, Reply } from "../transport.ts";
import { credentialsIn } from "./credentials.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { RouteResult } from "./routes.ts";

/** A request that is being handled. */
export interface PendingRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly incoming: Incoming;
  /** Replaced if it is observed. */
  reply: Reply;
  readonly route: RouteResult;
  readonly redact: Redact;
  readonly observer?: RequestObserver | undefined;
  /** Replaces the profile of all destinations. */
  readonly profile?: ProfileName | undefined;
  /** The responses of the WebSocket that the request came over. */
  readonly connection?: ConnectionResponses | undefined;
  /** How long it waits for what gateways share. */
  readonly storeTimeout?: StoreTimeout | undefined;
  /** Gives back what it has taken of the limits of its client. */
  release: () => void;
}

/** Removes secrets from a text, or from its beginning. */
export interface Redact {
  all(text: string): string;
  start(text: string, maxLength: number): string;
}

/** Removes the known secrets, and what this client has sent as its key. */
export function redactFor({ headers, url }: Incoming, redactor: Redactor): Redact {
  let spelled: readonly string[] | undefined;
  const withoutCredentials = (text: string) => {
    if (text.length < MIN_CREDENTIAL_LENGTH) return text;
    spelled ??= credentialSpellings(credentialsIn(headers, url));
    return redactCredentials(text, spelled);
  };
  return {
    all: (text) => redactor.redact(withoutCredentials(text)),
    start: (text, maxLength) => redactor.redactStart(withoutCredentials(text), maxLength),
  };
}
