import type { Json, JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError, type TokenRequest, type TokenResponse } from "./credentials.ts";
import type { Token } from "./token.ts";

/** How an endpoint is called in errors, and what to do if it refuses. */
export interface Endpoint {
  readonly name: string;
  readonly fix: string;
  /** What to do if it cannot be reached, if that is not for want of a network. */
  readonly unreachableFix?: string;
}

/** Requests a token in the way of OAuth 2.0. */
export async function requestToken(
  context: CredentialContext,
  request: TokenRequest,
  endpoint: Endpoint,
): Promise<Token> {
  const { text } = await requestCredentials(context, request, endpoint);
  const token = tokenIn(jsonIn(text), context.clock.now());
  if (token === undefined) throw new CredentialError(`${endpoint.name} responded without a token`, endpoint.fix);
  return token;
}

/** A form as the body of a request. */
export function form(fields: Readonly<Record<string, string>>): Pick<TokenRequest, "method" | "headers" | "body"> {
  return {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(fields).toString(),
  };
}

/** Sends a request for credentials, again if the endpoint cannot be reached or is overloaded. */
export async function requestCredentials(
  context: CredentialContext,
  request: TokenRequest,
  endpoint: Endpoint,
): Promise<TokenResponse> {
  for (let tries = 1; ; tries++) {
    const response = await attempt(context, request);
    if (!(response instanceof Error) && response.status < 300) return response;
    if (tries < MAX_TRIES && isTransient(response)) await pause(context, tries * DELAY);
    else throw failure(response, endpoint);
  }
}

const MAX_TRIES = 3;

/** In milliseconds. */
const DELAY = 200;

async function attempt(context: CredentialContext, request: TokenRequest): Promise<TokenResponse | Error> {
  try {
    return await context.fetch(request);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isTransient(response: TokenResponse | Error): boolean {
  return response instanceof Error || response.status === 429 || response.status >= 500;
}

function pause({ clock }: CredentialContext, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(resolve, milliseconds);
  });
}

function failure(response: TokenResponse | Error, endpoint: Endpoint): CredentialError {
  const { name, fix, unreachableFix = "check the network" } = endpoint;
  if (response instanceof Error) {
    const code = /\(\w+\)$/.exec(response.message)?.[0] ?? `(${response.message})`;
    return new CredentialError(`${name} cannot be reached ${code}`, unreachableFix);
  }
  const reason = reasonIn(response.text);
  return new CredentialError(`${name} responded with ${response.status}${reason === "" ? "" : ` (${reason})`}`, fix);
}

// The codes of OAuth 2.0 and AWS; descriptions are left out, since they may quote the request.
function reasonIn(text: string): string {
  const xml = /<Code>([\w.:-]{1,80})<\/Code>/.exec(text)?.[1];
  const json = jsonIn(text);
  const code = isObject(json ?? null) ? ((json as JsonObject).error ?? (json as JsonObject).code) : undefined;
  return xml ?? (typeof code === "string" && /^[\w.:-]{1,80}$/.test(code) ? code : "");
}

/** Reads a token and its expiry as OAuth 2.0, the CLIs of the clouds and their metadata servers write them. */
export function tokenIn(json: Json | undefined, now: number): Token | undefined {
  if (json === undefined || !isObject(json)) return undefined;
  const token = json.access_token ?? json.accessToken ?? json.token;
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) return undefined;
  const expiresAt = expiryIn(json, now);
  return { token, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

function expiryIn(json: JsonObject, now: number): number | undefined {
  const seconds = Number(json.expires_in ?? Number.NaN);
  if (seconds > 0) return now + seconds * 1000;
  const epoch = Number(json.expires_on ?? Number.NaN);
  if (epoch > 0) return epoch * 1000;
  const date = json.expiresOn ?? json.expiration ?? json.expiry ?? json.expireTime;
  const time = typeof date === "string" ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
