import { createHash, createHmac } from "node:crypto";
import type { Received } from "../../support/upstream.ts";

export interface SigV4Rules {
  /** Secrets, and the session tokens of temporary keys, by access key. */
  readonly keys: Readonly<Record<string, { readonly secret: string; readonly token?: string }>>;
  readonly region: string;
  readonly service: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * What is wrong with the signature of a request as it was received; `undefined` if nothing is. Written from
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signatureProblem(request: Received, rules: SigV4Rules): string | undefined {
  const { authorization = "", "x-amz-date": date = "", "x-amz-security-token": token } = request.headers;
  const [, accessKey = "", scope = "", names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const key = rules.keys[accessKey];
  if (key === undefined) return `UnrecognizedClientException: ${accessKey}`;
  if (key.token !== undefined && token !== key.token) return "UnrecognizedClientException: session token";
  if (Math.abs(timeOf(String(date)) - rules.now) > 5 * 60_000) return "InvalidSignatureException: Signature expired";
  const day = String(date).slice(0, 8);
  const expectedScope = `${day}/${rules.region}/${rules.service}/aws4_request`;
  if (scope !== expectedScope) return `InvalidSignatureException: the scope is ${scope}`;
  const required = ["host", "x-amz-date", ...(key.token === undefined ? [] : ["x-amz-security-token"])];
  const signed = names.split(";");
  if (!required.every((name) => signed.includes(name))) return `InvalidSignatureException: ${names} are signed`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonicalRequest(request, signed))].join("\n");
  const signingKey = ["aws4_request", rules.service, rules.region, day]
    .reverse()
    .reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${key.secret}`);
  const expected = hmac(signingKey, text).toString("hex");
  return expected === signature ? undefined : "InvalidSignatureException: the signature does not match";
}

function canonicalRequest({ method, url, headers, body }: Received, signed: readonly string[]): string {
  const [path = "", query = ""] = url.split("?");
  const parameters = query
    .split("&")
    .filter((each) => each !== "")
    .map((each) => (each.includes("=") ? each : `${each}=`))
    .sort();
  const lines = signed.map(
    (name) =>
      `${name}:${String(headers[name] ?? "")
        .trim()
        .replace(/\s+/g, " ")}\n`,
  );
  const doubled = path.split("/").map(encode).join("/");
  return [method, doubled, parameters.join("&"), lines.join(""), signed.join(";"), sha256(body)].join("\n");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
