import type { CredentialContext } from "./credentials.ts";
import type { EntraApplication } from "./settings.ts";
import type { Token } from "./token.ts";
import { form, requestToken } from "./token-endpoint.ts";

/** https://learn.microsoft.com/azure/ai-foundry/openai/how-to/managed-identity */
export const AZURE_RESOURCE = "https://cognitiveservices.azure.com";

/** A token for an application, by its secret: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
export function entraToken(context: CredentialContext, application: EntraApplication): Promise<Token> {
  const { clientSecret } = application;
  return applicationToken(context, application, { client_secret: clientSecret });
}

/** A token for an application, by a token of another issuer that Entra trusts. */
export function federatedToken(
  context: CredentialContext,
  application: Pick<EntraApplication, "tenantId" | "clientId">,
  assertion: string,
): Promise<Token> {
  return applicationToken(context, application, {
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  });
}

function applicationToken(
  context: CredentialContext,
  { tenantId, clientId }: Pick<EntraApplication, "tenantId" | "clientId">,
  proof: Readonly<Record<string, string>>,
): Promise<Token> {
  const authority = context.system?.env.AZURE_AUTHORITY_HOST || "https://login.microsoftonline.com";
  return requestToken(
    context,
    {
      url: `${authority.replace(/\/+$/, "")}/${tenantId}/oauth2/v2.0/token`,
      ...form({ grant_type: "client_credentials", client_id: clientId, scope: `${AZURE_RESOURCE}/.default`, ...proof }),
    },
    {
      name: `Microsoft Entra, asked for a token of the application ${clientId},`,
      fix: "check its tenant, its id and its secret, which may have expired",
    },
  );
}
