import type { JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError, type LocalSystem } from "./credentials.ts";
import { SCOPE } from "./service-account.ts";
import type { Token } from "./token.ts";
import { form, requestCredentials, requestToken } from "./token-endpoint.ts";

/** A file of workload identity federation, and where it is. */
export interface ExternalAccountFile {
  readonly path: string;
  readonly json: JsonObject;
}

/**
 * A token for another vendor's: it is exchanged for one of Google's, which may be exchanged for that of a service account.
 * https://google.aip.dev/auth/4117
 */
export async function externalAccountToken(
  context: CredentialContext,
  system: LocalSystem,
  file: ExternalAccountFile,
): Promise<Token> {
  const { service_account_impersonation_url: impersonation } = file.json;
  const subject = await subjectToken(context, system, file);
  context.onSecret(subject);
  const federated = await exchange(context, file, subject);
  if (impersonation === undefined) return federated;
  context.onSecret(federated.token);
  return impersonate(context, file, federated.token);
}

/** https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token */
function exchange(context: CredentialContext, file: ExternalAccountFile, subject: string): Promise<Token> {
  const { json, path } = file;
  const { client_id: id, client_secret: secret, workforce_pool_user_project: project } = json;
  const request = form({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    audience: required(file, "audience"),
    subject_token_type: required(file, "subject_token_type"),
    subject_token: subject,
    scope: SCOPE,
    ...(typeof project === "string" && id === undefined ? { options: JSON.stringify({ userProject: project }) } : {}),
  });
  const basic = typeof id === "string" ? { authorization: `Basic ${btoa(`${id}:${String(secret ?? "")}`)}` } : {};
  return requestToken(
    context,
    { url: secureUrl(file, "token_url", STS), ...request, headers: { ...request.headers, ...basic } },
    { name: `the token endpoint for ${path}`, fix: "check its audience and the conditions of the identity pool" },
  );
}

/** https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken */
function impersonate(context: CredentialContext, file: ExternalAccountFile, token: string): Promise<Token> {
  const { token_lifetime_seconds: life } = objectIn(file.json.service_account_impersonation);
  return requestToken(
    context,
    {
      method: "POST",
      url: secureUrl(file, "service_account_impersonation_url"),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ scope: [SCOPE], lifetime: `${typeof life === "number" ? life : 3600}s` }),
    },
    {
      name: `the service account that ${file.path} names`,
      fix: "grant the identity the role Workload Identity User on it",
    },
  );
}

const STS = "https://sts.googleapis.com/v1/token";

// ── the other vendor's token ────────────────────────────────────────────────

async function subjectToken(
  context: CredentialContext,
  system: LocalSystem,
  file: ExternalAccountFile,
): Promise<string> {
  const source = objectIn(file.json.credential_source);
  const text = await sourceText(context, system, { file, source });
  const { type = "text", subject_token_field_name: field } = objectIn(source.format);
  const token = type === "json" ? objectIn(jsonIn(text))[String(field)] : text.trim();
  if (typeof token === "string" && token !== "") return token;
  throw new CredentialError(`the credential_source of ${file.path} gave no token`, "check its format");
}

async function sourceText(
  context: CredentialContext,
  system: LocalSystem,
  { file: { path }, source }: { readonly file: ExternalAccountFile; readonly source: JsonObject },
): Promise<string> {
  if (typeof source.file === "string") {
    const text = await system.readFile(source.file);
    if (text !== undefined) return text;
    throw new CredentialError(`${path} has its token in ${source.file}, which does not exist`);
  }
  if (typeof source.url !== "string" || source.environment_id !== undefined)
    throw new CredentialError(
      `${path} has ${kindOf(source)}, which is not read here`,
      "use auth: { command: gcloud auth application-default print-access-token }",
    );
  const headers = Object.entries(objectIn(source.headers)).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const { text } = await requestCredentials(
    context,
    { method: "GET", url: source.url, headers: Object.fromEntries(headers) },
    { name: `the credential_source of ${path}`, fix: "check its url and headers" },
  );
  return text;
}

function kindOf({ environment_id: environment, executable, certificate }: JsonObject): string {
  if (typeof environment === "string") return `its token from AWS (environment_id ${environment})`;
  if (executable !== undefined) return "its token from a program (executable)";
  return certificate === undefined
    ? "a credential_source that is neither a file nor a url"
    : "a certificate for a token";
}

// ── reading the file ────────────────────────────────────────────────────────

function required({ path, json }: ExternalAccountFile, field: string): string {
  const { [field]: value } = json;
  if (typeof value === "string" && value !== "") return value;
  throw new CredentialError(`${path} has no ${field}`, "create the file again");
}

// Tokens are sent there.
function secureUrl(file: ExternalAccountFile, field: string, fallback?: string): string {
  const url = file.json[field] === undefined && fallback !== undefined ? fallback : required(file, field);
  if (URL.canParse(url) && new URL(url).protocol === "https:") return url;
  throw new CredentialError(`${file.path} has a ${field} that is not an https address`, "create the file again");
}

function objectIn(value: unknown): JsonObject {
  return isObject((value ?? null) as JsonObject) ? (value as JsonObject) : {};
}
