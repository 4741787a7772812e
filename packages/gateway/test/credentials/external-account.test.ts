import { describe, expect, it } from "vitest";
import type { TokenRequest } from "../../src/providers/credentials/credentials.ts";
import { gcpToken } from "../../src/providers/credentials/gcp.ts";
import { type ContextSetup, contextOf, json } from "./context.ts";

const FILE = "/etc/wif.json";
const env = { GOOGLE_APPLICATION_CREDENTIALS: FILE };
const AUDIENCE = "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/github";
const IMPERSONATION =
  "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/sa@p.iam.gserviceaccount.com:generateAccessToken";

/** A file as `gcloud iam workload-identity-pools create-cred-config` writes it. */
function federation(change: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    type: "external_account",
    audience: AUDIENCE,
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: "https://sts.googleapis.com/v1/token",
    credential_source: { file: "/var/run/token" },
    ...change,
  });
}

/** Google's endpoints, and the one that gives the token of another vendor. */
function endpoints({ url, headers, body = "" }: TokenRequest): { status?: number; text?: string } {
  if (url === "https://ci.example/token")
    return headers.authorization === "Bearer ci" ? json({ value: "subject-token" }) : { status: 401 };
  if (url === IMPERSONATION) {
    const { scope, lifetime } = JSON.parse(body);
    const isRight = headers.authorization === "Bearer federated" && lifetime === "1800s" && scope.length === 1;
    return isRight ? json({ accessToken: "of-the-account", expireTime: "2026-11-16T00:30:00Z" }) : { status: 403 };
  }
  const fields = Object.fromEntries(new URLSearchParams(body));
  const isRight = fields.audience === AUDIENCE && fields.subject_token === "subject-token";
  return isRight && fields.grant_type === "urn:ietf:params:oauth:grant-type:token-exchange"
    ? json({ access_token: "federated", expires_in: 3600, token_type: "Bearer" })
    : { status: 400, ...json({ error: "invalid_grant", error_description: `bad ${fields.subject_token}` }) };
}

function contextFor(file: string, setup: ContextSetup = {}) {
  return contextOf({ env, answer: endpoints, files: { [FILE]: file, "/var/run/token": "subject-token\n" }, ...setup });
}

describe("a file of workload identity federation", () => {
  it("gives a token for the one in a file, which is read each time", async () => {
    const context = contextFor(federation());
    expect(await gcpToken(context)).toEqual({ token: "federated", expiresAt: Date.UTC(2026, 10, 16, 1) });
    expect(context.secrets).toEqual(["subject-token"]);
  });

  it("gives a token for the one at an address, as JSON", async () => {
    const format = { type: "json", subject_token_field_name: "value" };
    const source = { url: "https://ci.example/token", headers: { Authorization: "Bearer ci" }, format };
    expect(await gcpToken(contextFor(federation({ credential_source: source })))).toMatchObject({ token: "federated" });
  });

  it("gives the token of a service account, if it names one", async () => {
    const file = federation({
      service_account_impersonation_url: IMPERSONATION,
      service_account_impersonation: { token_lifetime_seconds: 1800 },
    });
    const context = contextFor(file);
    expect(await gcpToken(context)).toEqual({ token: "of-the-account", expiresAt: Date.UTC(2026, 10, 16, 0, 30) });
    expect(context.secrets).toEqual(["subject-token", "federated"]);
  });

  const broken: readonly [string, string, ContextSetup, string][] = [
    [
      "no token file",
      federation({ credential_source: { file: "/gone" } }),
      {},
      `${FILE} has its token in /gone, which does not exist`,
    ],
    [
      "no token",
      federation(),
      { files: { [FILE]: federation(), "/var/run/token": "" } },
      "gave no token; check its format",
    ],
    [
      "a token from AWS",
      federation({ credential_source: { environment_id: "aws1", url: "http://169.254.169.254/latest/meta-data" } }),
      {},
      "its token from AWS (environment_id aws1), which is not read here; use auth: { command: gcloud",
    ],
    [
      "a token from a program",
      federation({ credential_source: { executable: { command: "/bin/token canary" } } }),
      {},
      "its token from a program (executable), which is not read here; use auth: { command: gcloud",
    ],
    [
      "another kind of source",
      federation({ credential_source: {} }),
      {},
      "neither a file nor a url, which is not read here; use auth: { command:",
    ],
    ["no audience", federation({ audience: undefined }), {}, `${FILE} has no audience; create the file again`],
    [
      "an address without TLS",
      federation({ token_url: "http://sts.example" }),
      {},
      "has a token_url that is not an https address",
    ],
    [
      "a token that is refused",
      federation(),
      { files: { [FILE]: federation(), "/var/run/token": "canary" } },
      `the token endpoint for ${FILE} responded with 400 (invalid_grant); check its audience`,
    ],
  ];

  it.each(broken)("with %s fails, and says what to do", async (_, file, setup, message) => {
    const error = await gcpToken(contextFor(file, setup)).catch((thrown) => thrown);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain("canary");
  });
});
