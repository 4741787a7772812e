import { azureToken } from "./azure.ts";
import { commandToken } from "./command.ts";
import type { CredentialContext, Credentials } from "./credentials.ts";
import { entraToken } from "./entra.ts";
import { gcpToken } from "./gcp.ts";
import { serviceAccountToken } from "./service-account.ts";
import type { AuthSettings } from "./settings.ts";
import { SigV4Credentials } from "./sigv4.ts";
import { fixedToken, refreshedToken } from "./token.ts";

/** What signatures are for. */
export interface SigningScope {
  readonly region: string;
  readonly service: string;
}

/** The credentials that the config describes. */
export function createCredentials(auth: AuthSettings, context: CredentialContext, scope: SigningScope): Credentials {
  switch (auth.type) {
    case "bearer":
      return fixedToken(auth.token);
    case "command":
      return refreshedToken(context, () => commandToken(context, auth.command));
    case "aws":
      return new SigV4Credentials(context, { ...scope, keys: auth.keys, profile: auth.profile });
    case "serviceAccount":
      return refreshedToken(context, () => serviceAccountToken(context, auth.account));
    case "gcp":
      return refreshedToken(context, () => gcpToken(context));
    case "entra":
      return refreshedToken(context, () => entraToken(context, auth.application));
    case "azure":
      return refreshedToken(context, () => azureToken(context));
  }
}
