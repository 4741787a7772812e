import { type CredentialContext, CredentialError, type LocalSystem } from "../credentials.ts";
import { localSystem } from "../local-system.ts";
import { containerSession, hasContainer } from "./container.ts";
import { instanceSession, mayBeInstance } from "./instance.ts";
import { identityToken, profileSession } from "./profile.ts";
import type { AwsSession } from "./session.ts";
import { webIdentitySession } from "./sts.ts";
import { variableSession } from "./variables.ts";

/** Which keys are used. */
export interface SessionOptions {
  readonly region: string;
  /** The profile that the config names. */
  readonly profile?: string | undefined;
}

/**
 * The keys that the machine has for AWS: in variables, for a web identity, in a profile, of a container, of an instance.
 * https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html
 */
export async function machineSession(context: CredentialContext, options: SessionOptions): Promise<AwsSession> {
  const { region, profile } = options;
  const system = localSystem(context, "auth: aws");
  if (profile !== undefined) return namedSession(context, system, { region, profile });
  const { AWS_PROFILE: active = "default" } = system.env;
  return (
    variableSession(system) ??
    (await tokenSession(context, system, region)) ??
    (await profileSession(context, system, { name: active, region })) ??
    (hasContainer(system) ? containerSession(context, system) : lastSession(context, system))
  );
}

async function namedSession(
  context: CredentialContext,
  system: LocalSystem,
  { region, profile }: { readonly region: string; readonly profile: string },
): Promise<AwsSession> {
  const session = await profileSession(context, system, { name: profile, region });
  if (session !== undefined) return session;
  throw new CredentialError(
    `there are no keys of an AWS profile ${profile} in ~/.aws/credentials and ~/.aws/config`,
    "add them",
  );
}

async function tokenSession(
  context: CredentialContext,
  system: LocalSystem,
  region: string,
): Promise<AwsSession | undefined> {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: path, AWS_ROLE_ARN: arn, AWS_ROLE_SESSION_NAME: name } = system.env;
  if (!path || !arn) return undefined;
  const token = await identityToken(system, path);
  return webIdentitySession(context, system, { arn, sessionName: name || undefined, region, token });
}

function lastSession(context: CredentialContext, system: LocalSystem): Promise<AwsSession> {
  if (mayBeInstance(system)) return instanceSession(context, system);
  throw new CredentialError(
    "this machine has no AWS credentials",
    "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN",
  );
}
