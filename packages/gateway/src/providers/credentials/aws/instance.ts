import { jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError, type LocalSystem, METADATA_TIMEOUT } from "../credentials.ts";
import { requestCredentials } from "../token-endpoint.ts";
import { type AwsSession, readSession } from "./session.ts";

/**
 * The keys of the role of an EC2 instance, from its metadata service. Only its second version is used, whose token a server
 * that is tricked into fetching an address cannot get. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-security-credentials.html
 */
export async function instanceSession(context: CredentialContext, system: LocalSystem): Promise<AwsSession> {
  const endpoint = endpointOf(system);
  const token = await ask(context, { method: "PUT", url: `${endpoint}/latest/api/token`, headers: LIFE });
  context.onSecret(token);
  const get = (path: string): Promise<string> =>
    ask(context, { method: "GET", url: `${endpoint}${ROLES}${path}`, headers: { "x-aws-ec2-metadata-token": token } });
  const [role = ""] = (await get("")).split(/\s+/);
  const session = readSession(jsonIn(await get(encodeURIComponent(role))));
  if (session !== undefined) return session;
  throw new CredentialError(`the metadata service of EC2 has no keys for the role ${role}`, FIX);
}

/** Whether the metadata service may be asked: https://docs.aws.amazon.com/sdkref/latest/guide/feature-imds-credentials.html */
export function mayBeInstance({ env }: LocalSystem): boolean {
  return env.AWS_EC2_METADATA_DISABLED?.toLowerCase() !== "true";
}

const ROLES = "/latest/meta-data/iam/security-credentials/";
const LIFE = { "x-aws-ec2-metadata-token-ttl-seconds": "21600" };
const FIX = "give the instance a role, or let its role be assumed";

function endpointOf({ env }: LocalSystem): string {
  const { AWS_EC2_METADATA_SERVICE_ENDPOINT: endpoint, AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE: mode = "" } = env;
  const address = mode.toLowerCase() === "ipv6" ? "http://[fd00:ec2::254]" : "http://169.254.169.254";
  return (endpoint || address).replace(/\/+$/, "");
}

async function ask(context: CredentialContext, request: Parameters<CredentialContext["fetch"]>[0]): Promise<string> {
  const { text } = await requestCredentials(
    context,
    { connectTimeout: METADATA_TIMEOUT, ...request },
    { name: "the metadata service of EC2", fix: FIX, unreachableFix: NO_KEYS },
  );
  return text.trim();
}

const NO_KEYS = `outside of EC2, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN`;
