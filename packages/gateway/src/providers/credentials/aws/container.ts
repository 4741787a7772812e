import { jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError, type LocalSystem, METADATA_TIMEOUT } from "../credentials.ts";
import { requestCredentials } from "../token-endpoint.ts";
import { type AwsSession, readSession } from "./session.ts";

/** The keys of the role of a container on ECS or EKS: https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
export async function containerSession(context: CredentialContext, system: LocalSystem): Promise<AwsSession> {
  const url = containerUrl(system);
  const token = await authorizationToken(system);
  const { text } = await requestCredentials(
    context,
    {
      method: "GET",
      url,
      headers: { accept: "application/json", ...(token === undefined ? {} : { authorization: token }) },
      connectTimeout: METADATA_TIMEOUT,
    },
    { name: "the endpoint for AWS credentials of this container", fix: "check the role of the task or the pod" },
  );
  const session = readSession(jsonIn(text));
  if (session !== undefined) return session;
  throw new CredentialError("the endpoint for AWS credentials of this container responded without keys");
}

/** The address in the environment; `undefined` outside of a container with a role. */
export function hasContainer({ env }: LocalSystem): boolean {
  return Boolean(env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI || env.AWS_CONTAINER_CREDENTIALS_FULL_URI);
}

function containerUrl({ env }: LocalSystem): string {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path, AWS_CONTAINER_CREDENTIALS_FULL_URI: full = "" } = env;
  if (path) return `http://169.254.170.2${path}`;
  if (URL.canParse(full) && isTrusted(new URL(full))) return full;
  throw new CredentialError(
    "AWS_CONTAINER_CREDENTIALS_FULL_URI is neither https nor an address of this machine, of ECS or of EKS",
    "correct or unset it",
  );
}

/** The addresses to which keys may be sent without TLS. */
const LOCAL_HOSTS = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|169\.254\.170\.(?:2|23)|\[fd00:ec2::23\])$/;

function isTrusted({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && LOCAL_HOSTS.test(hostname));
}

// EKS replaces the file before its token expires.
async function authorizationToken(system: LocalSystem): Promise<string | undefined> {
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: path, AWS_CONTAINER_AUTHORIZATION_TOKEN: token } = system.env;
  const text = path ? await system.readFile(path) : token;
  if (path && text === undefined)
    throw new CredentialError(`AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE names ${path}, which does not exist`);
  return text?.trim() || undefined;
}
