import { type CredentialContext, CredentialError, type LocalSystem } from "../credentials.ts";
import { form, requestCredentials } from "../token-endpoint.ts";
import { type AwsSession, readSession } from "./session.ts";
import { signedHeaders } from "./sign.ts";

/** A role, and where its keys are requested. */
export interface AssumedRole {
  readonly arn: string;
  readonly sessionName?: string | undefined;
  readonly region: string;
}

/** The keys of a role for a token that an identity provider has issued, such as Kubernetes. */
export function webIdentitySession(
  context: CredentialContext,
  system: LocalSystem,
  role: AssumedRole & { readonly token: string },
): Promise<AwsSession> {
  const fields = { Action: "AssumeRoleWithWebIdentity", WebIdentityToken: role.token, ...roleFields(role) };
  return requestSession(context, { url: endpointOf(system, role), ...form(fields) }, role);
}

/** The keys of a role for other keys. */
export async function assumedRoleSession(
  context: CredentialContext,
  system: LocalSystem,
  role: AssumedRole & { readonly source: AwsSession; readonly externalId?: string | undefined },
): Promise<AwsSession> {
  const external = role.externalId === undefined ? {} : { ExternalId: role.externalId };
  const request = {
    url: endpointOf(system, role),
    ...form({ Action: "AssumeRole", ...roleFields(role), ...external }),
  };
  const { region, source: keys } = role;
  const signature = await signedHeaders(request, { keys, region, service: "sts", now: context.clock.now() });
  return requestSession(context, { ...request, headers: { ...request.headers, ...signature } }, role);
}

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html */
function endpointOf({ env }: LocalSystem, { region }: AssumedRole): string {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return env.AWS_ENDPOINT_URL_STS || `https://sts.${region}.${domain}/`;
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html */
function roleFields({ arn, sessionName = "toolglot" }: AssumedRole): Record<string, string> {
  return { Version: "2011-06-15", RoleArn: arn, RoleSessionName: sessionName };
}

async function requestSession(
  context: CredentialContext,
  request: Parameters<CredentialContext["fetch"]>[0],
  { arn }: AssumedRole,
): Promise<AwsSession> {
  const { text } = await requestCredentials(context, request, {
    name: `AWS STS, asked for the role ${arn},`,
    fix: "check the role's name, its trust policy and the token or keys that it is assumed with",
  });
  const session = readSession(xmlFields(text));
  if (session !== undefined) return session;
  throw new CredentialError(`AWS STS responded without keys for the role ${arn}`);
}

function xmlFields(xml: string): Record<string, string> {
  const found = xml.matchAll(/<(AccessKeyId|SecretAccessKey|SessionToken|Expiration)>([^<]*)<\/\1>/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value.trim()]));
}
