import type { ServiceAccount } from "./settings.ts";

/** Where tokens are requested if the file does not say so: https://developers.google.com/identity/protocols/oauth2/service-account */
const TOKEN_URI = "https://oauth2.googleapis.com/token";

/** Reads the JSON file of a service account; a text says what is wrong with it, without quoting it. */
export function readServiceAccount(file: Readonly<Record<string, unknown>>): ServiceAccount | string {
  const { client_email: clientEmail, private_key: privateKey, private_key_id: id, token_uri: tokenUri } = file;
  if (typeof clientEmail !== "string" || clientEmail === "") return "has no client_email";
  if (typeof privateKey !== "string" || privateKey === "") return "has no private_key";
  if (!PKCS8.test(privateKey)) return "has a private_key that is not PKCS #8 in PEM";
  if (tokenUri !== undefined && !isAddress(tokenUri)) return "has a token_uri that is not an address";
  return {
    clientEmail,
    privateKey,
    ...(typeof id === "string" ? { privateKeyId: id } : {}),
    tokenUri: typeof tokenUri === "string" ? tokenUri : TOKEN_URI,
  };
}

const PKCS8 = /^\s*-----BEGIN PRIVATE KEY-----\s[\s\S]*-----END PRIVATE KEY-----\s*$/;

function isAddress(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value);
}
