import type { AuthHeaders, UnsignedRequest } from "../credentials.ts";
import type { AwsKeys } from "../settings.ts";

export interface SigningOptions {
  readonly keys: AwsKeys;
  readonly region: string;
  readonly service: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * The headers of an AWS signature, version 4. Of the request's own headers none is signed, since a proxy may change them; host and
 * body are. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function signedHeaders(
  { method, url, body = "" }: Pick<UnsignedRequest, "method" | "url" | "body">,
  { keys, region, service, now }: SigningOptions,
): Promise<AuthHeaders> {
  // Loaded with the first request, since few configs have AWS keys.
  const { AwsV4Signer } = await import("aws4fetch");
  const { accessKeyId, secretAccessKey, sessionToken } = keys;
  const signer = new AwsV4Signer({
    method,
    url,
    body,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    region,
    service,
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    cache: signingKeys,
  });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers);
}

/** The keys of a day, by secret, region and service; bounded, since temporary secrets change. */
class SigningKeys extends Map<string, ArrayBuffer> {
  override set(key: string, value: ArrayBuffer): this {
    if (this.size >= 100) this.clear();
    return super.set(key, value);
  }
}

const signingKeys = new SigningKeys();
