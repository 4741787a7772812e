import { type CredentialContext, CredentialError, type LocalSystem, METADATA_TIMEOUT } from "./credentials.ts";
import { AZURE_RESOURCE, entraToken, federatedToken } from "./entra.ts";
import { localSystem } from "./local-system.ts";
import type { Token } from "./token.ts";
import { requestToken } from "./token-endpoint.ts";

/**
 * A token of what the machine has for Azure: the secret or the federated token of an application, or a managed identity.
 * https://learn.microsoft.com/azure/developer/javascript/sdk/authentication/credential-chains
 */
export async function azureToken(context: CredentialContext): Promise<Token> {
  const system = localSystem(context, "auth: azure");
  const { AZURE_TENANT_ID: tenantId, AZURE_CLIENT_ID: clientId, AZURE_CLIENT_SECRET: clientSecret } = system.env;
  const { AZURE_FEDERATED_TOKEN_FILE: tokenFile } = system.env;
  if (tenantId && clientId && clientSecret) return entraToken(context, { tenantId, clientId, clientSecret });
  if (tenantId && clientId && tokenFile)
    return federatedToken(context, { tenantId, clientId }, await federatedAssertion(system, tokenFile));
  return managedIdentityToken(context, system);
}

// Kubernetes replaces the file before its token expires.
async function federatedAssertion(system: LocalSystem, path: string): Promise<string> {
  const text = await system.readFile(path);
  if (text !== undefined) return text.trim();
  throw new CredentialError(`AZURE_FEDERATED_TOKEN_FILE names ${path}, which does not exist`, "correct or unset it");
}

function managedIdentityToken(context: CredentialContext, { env }: LocalSystem): Promise<Token> {
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: secret, AZURE_CLIENT_ID: client } = env;
  const isService = Boolean(endpoint && secret);
  const url = new URL(isService && endpoint ? endpoint : METADATA);
  url.searchParams.set("api-version", isService ? "2019-08-01" : "2018-02-01");
  url.searchParams.set("resource", AZURE_RESOURCE);
  if (client) url.searchParams.set("client_id", client);
  const headers: Record<string, string> = isService && secret ? { "x-identity-header": secret } : { metadata: "true" };
  return requestToken(
    context,
    { method: "GET", url: url.href, headers, connectTimeout: METADATA_TIMEOUT },
    {
      name: "the managed identity endpoint of Azure",
      fix: "give the machine an identity",
      unreachableFix: "outside of Azure, set AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET",
    },
  );
}

/** https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token */
const METADATA = "http://169.254.169.254/metadata/identity/oauth2/token";
