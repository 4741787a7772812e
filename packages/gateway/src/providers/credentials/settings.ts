/** How requests to a provider are authenticated, as the config says it. */
export type AuthSettings =
  /** A token that does not expire, or that somebody else replaces. */
  | { readonly type: "bearer"; readonly token: string }
  /** A program that prints a token. */
  | { readonly type: "command"; readonly command: string | readonly string[] }
  /** AWS signatures, with these keys, those of a profile, or those that the machine has. */
  | { readonly type: "aws"; readonly keys?: AwsKeys; readonly profile?: string }
  | { readonly type: "serviceAccount"; readonly account: ServiceAccount }
  /** What the machine has for Google Cloud: https://cloud.google.com/docs/authentication/application-default-credentials */
  | { readonly type: "gcp" }
  /** The secret of an application that is registered in Microsoft Entra. */
  | { readonly type: "entra"; readonly application: EntraApplication }
  /** What the machine has for Azure: variables, workload identity, or managed identity. */
  | { readonly type: "azure" };

export type AuthType = AuthSettings["type"];

/** A pair of AWS keys; temporary ones have a session token. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** What is used of a service account's JSON file. */
export interface ServiceAccount {
  readonly clientEmail: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  readonly privateKeyId?: string;
  readonly tokenUri: string;
}

export interface EntraApplication {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The secrets of the settings that a request or an error could quote. A private key is never sent. */
export function secretsOfAuth(auth: AuthSettings): string[] {
  switch (auth.type) {
    case "bearer":
      return [auth.token];
    case "aws":
      return auth.keys === undefined ? [] : [auth.keys.secretAccessKey, auth.keys.sessionToken ?? ""];
    case "entra":
      return [auth.application.clientSecret];
    case "command":
    case "serviceAccount":
    case "gcp":
    case "azure":
      return [];
  }
}
