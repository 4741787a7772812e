import { type CredentialContext, CredentialError } from "./credentials.ts";
import type { ServiceAccount } from "./settings.ts";
import type { Token } from "./token.ts";
import { form, requestToken } from "./token-endpoint.ts";

/** https://cloud.google.com/vertex-ai/docs/authentication */
export const SCOPE = "https://www.googleapis.com/auth/cloud-platform";

/** A token for a service account: https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
export async function serviceAccountToken(context: CredentialContext, account: ServiceAccount): Promise<Token> {
  const assertion = await signedAssertion(account, context.clock.now());
  return requestToken(
    context,
    {
      url: account.tokenUri,
      ...form({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    },
    {
      name: `the token endpoint of the service account ${account.clientEmail}`,
      fix: "check that its key was not deleted and that this machine's clock is right",
    },
  );
}

async function signedAssertion(account: ServiceAccount, now: number): Promise<string> {
  // Loaded with the first token, since few configs have a service account.
  const { SignJWT, importPKCS8 } = await import("jose");
  const seconds = Math.floor(now / 1000);
  try {
    const key = await importPKCS8(account.privateKey, "RS256");
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(account.privateKeyId ? { kid: account.privateKeyId } : {}) })
      .setIssuer(account.clientEmail)
      .setAudience(account.tokenUri)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFE)
      .sign(key);
  } catch (error) {
    // The cause is left out, since it may quote the key.
    const name = error instanceof Error ? error.name : "an error";
    throw new CredentialError(
      `the private key of the service account ${account.clientEmail} cannot be used (${name})`,
      "create a new key for it",
    );
  }
}

/** The longest life of an assertion, in seconds. */
const LIFE = 3600;
