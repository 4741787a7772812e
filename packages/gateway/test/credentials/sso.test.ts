import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { machineSession } from "../../src/providers/credentials/aws/index.ts";
import type { TokenRequest } from "../../src/providers/credentials/credentials.ts";
import { type ContextSetup, contextOf, json } from "./context.ts";

const region = "eu-central-1";
const CONFIG = "/home/me/.aws/config";

/** Where the CLI stores what it got from a sign-in. */
function cacheFile(key: string): string {
  return `/home/me/.aws/sso/cache/${createHash("sha1").update(key).digest("hex")}.json`;
}

const SESSION = `
[profile dev]
sso_session = corp
sso_account_id = 111122223333
sso_role_name = Developer
[sso-session corp]
sso_region = us-east-2
sso_start_url = https://corp.awsapps.com/start
`;

const LEGACY = `
[profile dev]
sso_start_url = https://corp.awsapps.com/start
sso_region = us-east-2
sso_account_id = 111122223333
sso_role_name = Developer
`;

const TOKEN = JSON.stringify({ accessToken: "sso-token", expiresAt: "2026-11-16T08:00:00Z" });
const URL_OF_ROLE =
  "https://portal.sso.us-east-2.amazonaws.com/federation/credentials?role_name=Developer&account_id=111122223333";

/** https://docs.aws.amazon.com/singlesignon/latest/PortalAPIReference/API_GetRoleCredentials.html */
function portal({ url, headers }: TokenRequest): { status?: number; text?: string } {
  if (url !== URL_OF_ROLE || headers["x-amz-sso_bearer_token"] !== "sso-token") return { status: 401 };
  const expiration = Date.UTC(2026, 10, 16, 1);
  return json({ roleCredentials: { accessKeyId: "ASIASSO", secretAccessKey: "s", sessionToken: "t", expiration } });
}

describe("a profile that signs in with IAM Identity Center", () => {
  it.each([
    ["a session", SESSION, "corp"],
    ["its own address", LEGACY, "https://corp.awsapps.com/start"],
  ])("has the keys of its role, by %s", async (_, config, key) => {
    const context = contextOf({ answer: portal, files: { [CONFIG]: config, [cacheFile(key)]: TOKEN } });
    expect(await machineSession(context, { region, profile: "dev" })).toEqual({
      accessKeyId: "ASIASSO",
      secretAccessKey: "s",
      sessionToken: "t",
      expiresAt: Date.UTC(2026, 10, 16, 1),
    });
    expect(context.secrets).toContain("sso-token");
  });

  it("reads the stored token each time, which the CLI replaces", async () => {
    const tokens = ["old-token", "sso-token"];
    const stored = () => JSON.stringify({ accessToken: tokens.shift(), expiresAt: "2026-11-16T08:00:00Z" });
    const context = contextOf({ answer: portal, files: { [CONFIG]: SESSION, [cacheFile("corp")]: stored } });
    await expect(machineSession(context, { region, profile: "dev" })).rejects.toThrow("responded with 401");
    expect(await machineSession(context, { region, profile: "dev" })).toMatchObject({ accessKeyId: "ASIASSO" });
  });

  const expired = JSON.stringify({ accessToken: "canary", expiresAt: "2026-11-15T23:00:00Z" });
  const broken: readonly [string, ContextSetup, string][] = [
    [
      "nobody has signed in",
      { files: { [CONFIG]: SESSION } },
      "nobody has signed in for the AWS profile dev; run aws sso login --profile dev",
    ],
    [
      "the sign-in has expired",
      { files: { [CONFIG]: SESSION, [cacheFile("corp")]: expired } },
      "the sign-in for the AWS profile dev has expired (2026-11-15T23:00:00Z); run aws sso login --profile dev",
    ],
    [
      "the role is refused",
      { files: { [CONFIG]: SESSION, [cacheFile("corp")]: TOKEN }, answer: () => ({ status: 403 }) },
      "IAM Identity Center, asked for the role of the AWS profile dev, responded with 403; check sso_account_id and sso_role_name",
    ],
    [
      "the role is missing",
      {
        files: {
          [CONFIG]: "[profile dev]\nsso_session = corp\n[sso-session corp]\nsso_region = us-east-2\n",
          [cacheFile("corp")]: TOKEN,
        },
      },
      "the AWS profile dev has no sso_role_name; run aws configure sso --profile dev",
    ],
  ];

  it.each(broken)("fails where %s, and says what to do", async (_, setup, message) => {
    const error = await machineSession(contextOf(setup), { region, profile: "dev" }).catch((thrown) => thrown);
    expect(error.message).toContain(message);
    expect(error.message).not.toMatch(/canary|sso-token/);
  });
});
