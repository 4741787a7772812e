import type { JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError, type LocalSystem, METADATA_TIMEOUT } from "./credentials.ts";
import { externalAccountToken } from "./external-account.ts";
import { localSystem } from "./local-system.ts";
import { serviceAccountToken } from "./service-account.ts";
import { readServiceAccount } from "./service-account-file.ts";
import type { Token } from "./token.ts";
import { form, requestToken } from "./token-endpoint.ts";

/**
 * A token of what the machine has for Google Cloud: a file that a variable names, that of `gcloud auth application-default login`,
 * or the metadata server. https://cloud.google.com/docs/authentication/application-default-credentials
 */
export async function gcpToken(context: CredentialContext): Promise<Token> {
  const system = localSystem(context, "auth: gcp");
  const { GOOGLE_APPLICATION_CREDENTIALS: named } = system.env;
  if (named) return fileToken(context, system, { path: named, text: await requiredFile(system, named) });
  const path = defaultFile(system);
  const text = await system.readFile(path);
  return text === undefined ? metadataToken(context, system) : fileToken(context, system, { path, text });
}

async function requiredFile(system: LocalSystem, path: string): Promise<string> {
  const text = await system.readFile(path);
  if (text !== undefined) return text;
  throw new CredentialError(
    `GOOGLE_APPLICATION_CREDENTIALS names ${path}, which does not exist`,
    "correct or unset it",
  );
}

function defaultFile({ env, home }: LocalSystem): string {
  const folder = env.CLOUDSDK_CONFIG || (env.APPDATA ? `${env.APPDATA}/gcloud` : `${home}/.config/gcloud`);
  return `${folder}/application_default_credentials.json`;
}

async function fileToken(
  context: CredentialContext,
  system: LocalSystem,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<Token> {
  const json = jsonIn(text);
  const file = json !== undefined && isObject(json) ? json : {};
  if (file.type === "authorized_user") return userToken(context, path, file);
  if (file.type === "external_account") return externalAccountToken(context, system, { path, json: file });
  const account = file.type === "service_account" ? readServiceAccount(file) : `is of the type ${String(file.type)}`;
  if (typeof account !== "string") return serviceAccountToken(context, account);
  throw new CredentialError(
    `${path} ${account}`,
    "use a service account's file, or auth: { command: gcloud auth application-default print-access-token }",
  );
}

/** https://developers.google.com/identity/protocols/oauth2/web-server#offline */
function userToken(context: CredentialContext, path: string, file: JsonObject): Promise<Token> {
  const fields = ["client_id", "client_secret", "refresh_token"].map((name) => [name, String(file[name] ?? "")]);
  return requestToken(
    context,
    {
      url: typeof file.token_uri === "string" ? file.token_uri : "https://oauth2.googleapis.com/token",
      ...form({ grant_type: "refresh_token", ...Object.fromEntries(fields) }),
    },
    { name: `the token endpoint for ${path}`, fix: "run gcloud auth application-default login" },
  );
}

/** https://cloud.google.com/compute/docs/access/authenticate-workloads#applications */
function metadataToken(context: CredentialContext, { env }: LocalSystem): Promise<Token> {
  const host = env.GCE_METADATA_HOST || "metadata.google.internal";
  return requestToken(
    context,
    {
      method: "GET",
      url: `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`,
      headers: { "metadata-flavor": "Google" },
      connectTimeout: METADATA_TIMEOUT,
    },
    {
      name: "the metadata server of Google Cloud",
      fix: "give the machine a service account",
      unreachableFix:
        "outside of Google Cloud, set GOOGLE_APPLICATION_CREDENTIALS or run gcloud auth application-default login",
    },
  );
}
