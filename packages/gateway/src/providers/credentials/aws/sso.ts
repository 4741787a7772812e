import type { JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError, type LocalSystem } from "../credentials.ts";
import { requestCredentials } from "../token-endpoint.ts";
import type { Profile } from "./profile-files.ts";
import type { AwsSession } from "./session.ts";

/** A profile that signs in with IAM Identity Center. */
export interface SsoProfile {
  readonly name: string;
  readonly profile: Profile;
  /** The section that `sso_session` names, or the profile itself where it has none. */
  readonly session: Profile;
}

/**
 * The keys of a role, for the token that `aws sso login` has stored. The file is read each time, since the CLI replaces it.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-sso-credentials.html
 */
export async function ssoSession(
  context: CredentialContext,
  system: LocalSystem,
  sso: SsoProfile,
): Promise<AwsSession> {
  const token = await storedToken(context, system, sso);
  const { text } = await requestCredentials(
    context,
    { method: "GET", url: portalUrl(system, sso), headers: { "x-amz-sso_bearer_token": token } },
    {
      name: `IAM Identity Center, asked for the role of the AWS profile ${sso.name},`,
      fix: `check sso_account_id and sso_role_name, or run ${loginOf(sso)}`,
    },
  );
  const session = readRoleKeys(jsonIn(text));
  if (session !== undefined) return session;
  throw new CredentialError(`IAM Identity Center responded without keys for the AWS profile ${sso.name}`);
}

async function storedToken(context: CredentialContext, system: LocalSystem, sso: SsoProfile): Promise<string> {
  const key = sso.profile.sso_session ?? required(sso, "sso_start_url");
  const text = await system.readFile(`${system.home}/.aws/sso/cache/${await sha1(key)}.json`);
  const { accessToken, expiresAt } = objectIn(text === undefined ? undefined : jsonIn(text));
  if (typeof accessToken !== "string" || typeof expiresAt !== "string")
    throw new CredentialError(`nobody has signed in for the AWS profile ${sso.name}`, `run ${loginOf(sso)}`);
  context.onSecret(accessToken);
  if (Date.parse(expiresAt) > context.clock.now()) return accessToken;
  throw new CredentialError(
    `the sign-in for the AWS profile ${sso.name} has expired (${expiresAt})`,
    `run ${loginOf(sso)}`,
  );
}

/** https://docs.aws.amazon.com/singlesignon/latest/PortalAPIReference/API_GetRoleCredentials.html */
function portalUrl({ env }: LocalSystem, sso: SsoProfile): string {
  const region = required(sso, "sso_region");
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const url = new URL("/federation/credentials", env.AWS_ENDPOINT_URL_SSO || `https://portal.sso.${region}.${domain}`);
  url.searchParams.set("role_name", required(sso, "sso_role_name"));
  url.searchParams.set("account_id", required(sso, "sso_account_id"));
  return url.href;
}

function required({ name, profile, session }: SsoProfile, field: string): string {
  const value = profile[field] ?? session[field];
  if (value !== undefined && value !== "") return value;
  throw new CredentialError(`the AWS profile ${name} has no ${field}`, `run aws configure sso --profile ${name}`);
}

function loginOf({ name }: SsoProfile): string {
  return `aws sso login --profile ${name}`;
}

function readRoleKeys(json: unknown): AwsSession | undefined {
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = objectIn(objectIn(json).roleCredentials);
  if (typeof accessKeyId !== "string" || typeof secretAccessKey !== "string") return undefined;
  return {
    accessKeyId,
    secretAccessKey,
    ...(typeof sessionToken === "string" ? { sessionToken } : {}),
    ...(typeof expiration === "number" ? { expiresAt: expiration } : {}),
  };
}

function objectIn(value: unknown): JsonObject {
  return isObject((value ?? null) as JsonObject) ? (value as JsonObject) : {};
}

// The name of the file.
async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
