import type { LocalSystem } from "../credentials.ts";
import type { AwsSession } from "./session.ts";

/** The keys in the environment: https://docs.aws.amazon.com/sdkref/latest/guide/feature-static-credentials.html */
export function variableSession({ env }: LocalSystem): AwsSession | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(token ? { sessionToken: token } : {}) };
}
