import type { Expiring } from "../refreshed-value.ts";
import type { AwsKeys } from "../settings.ts";

/** AWS keys, which expire if they are temporary. */
export interface AwsSession extends AwsKeys, Expiring {}

/** Reads keys as container endpoints and `credential_process` write them: https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html */
export function readSession(json: unknown): AwsSession | undefined {
  const { AccessKeyId, SecretAccessKey, SessionToken, Token = SessionToken, Expiration } = Object(json);
  if (typeof AccessKeyId !== "string" || typeof SecretAccessKey !== "string") return undefined;
  const expiresAt = typeof Expiration === "string" ? Date.parse(Expiration) : Number.NaN;
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(typeof Token === "string" ? { sessionToken: Token } : {}),
    ...(Number.isNaN(expiresAt) ? {} : { expiresAt }),
  };
}
