import { describe, expect, it } from "vitest";
import { machineSession } from "../../src/providers/credentials/aws/index.ts";
import type { TokenRequest } from "../../src/providers/credentials/credentials.ts";
import { signatureProblem } from "../platforms/support/verify-sigv4.ts";
import { type ContextSetup, contextOf, json } from "./context.ts";

const region = "eu-central-1";

function sessionOf(setup: ContextSetup, profile?: string) {
  return machineSession(contextOf(setup), { region, profile });
}

const CONFIG = "/home/me/.aws/config";
const CREDENTIALS = "/home/me/.aws/credentials";

/** The answer of STS: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
function stsAnswer(action: string): { text: string } {
  return {
    text: `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result><Credentials>
  <AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>role/secret+1=</SecretAccessKey>
  <SessionToken>role//token==</SessionToken><Expiration>2026-11-16T01:00:00Z</Expiration>
</Credentials></${action}Result></${action}Response>`,
  };
}

const ROLE = {
  accessKeyId: "ASIAROLE",
  secretAccessKey: "role/secret+1=",
  sessionToken: "role//token==",
  expiresAt: Date.UTC(2026, 10, 16, 1),
};

function formOf({ body = "" }: TokenRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}

describe("the keys that a machine has for AWS", () => {
  it("are those of the environment, if it has some", async () => {
    const env = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "secret", AWS_PROFILE: "work" };
    expect(await sessionOf({ env })).toEqual({ accessKeyId: "AKIA", secretAccessKey: "secret" });
    expect(await sessionOf({ env: { ...env, AWS_SESSION_TOKEN: "token" } })).toMatchObject({ sessionToken: "token" });
  });

  it("are those of the default profile, of the active one, or of the one that the config names", async () => {
    const files = {
      [CREDENTIALS]: `
# a comment
[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key=secret # of the default profile

[work]
aws_access_key_id = AKIAWORK
aws_secret_access_key = work=secret
aws_session_token = token
`,
      [CONFIG]:
        "[default]\nregion = us-west-2\n\n[profile other]\naws_access_key_id = AKIAOTHER\naws_secret_access_key = s\ns3 =\n  aws_access_key_id = no\n",
    };
    expect(await sessionOf({ files })).toEqual({ accessKeyId: "AKIADEFAULT", secretAccessKey: "secret" });
    expect(await sessionOf({ files, env: { AWS_PROFILE: "work" } })).toEqual({
      accessKeyId: "AKIAWORK",
      secretAccessKey: "work=secret",
      sessionToken: "token",
    });
    expect(await sessionOf({ files }, "other")).toMatchObject({ accessKeyId: "AKIAOTHER" });
    const elsewhere = { files: { "/etc/aws": files[CREDENTIALS] }, env: { AWS_SHARED_CREDENTIALS_FILE: "/etc/aws" } };
    expect(await sessionOf(elsewhere)).toMatchObject({ accessKeyId: "AKIADEFAULT" });
  });

  it("are those of the role of a profile, requested with the keys of another", async () => {
    const context = contextOf({
      files: {
        [CONFIG]:
          "[profile app]\nrole_arn = arn:aws:iam::1:role/app\nsource_profile = base\nexternal_id = ext\nrole_session_name = me\n",
        [CREDENTIALS]: "[base]\naws_access_key_id = AKIABASE\naws_secret_access_key = base-secret\n",
      },
      env: { AWS_PROFILE: "app" },
      answer: () => stsAnswer("AssumeRole"),
    });
    expect(await machineSession(context, { region })).toEqual(ROLE);
    const [request] = context.requests as [TokenRequest];
    expect(request.url).toBe("https://sts.eu-central-1.amazonaws.com/");
    expect(formOf(request)).toEqual({
      Action: "AssumeRole",
      Version: "2011-06-15",
      RoleArn: "arn:aws:iam::1:role/app",
      RoleSessionName: "me",
      ExternalId: "ext",
    });
    const received = {
      method: "POST",
      url: "/",
      headers: { ...request.headers, host: "sts.eu-central-1.amazonaws.com" },
      body: request.body ?? "",
    };
    const rules = { keys: { AKIABASE: { secret: "base-secret" } }, region, service: "sts", now: context.clock.now() };
    expect(signatureProblem(received, rules)).toBeUndefined();
  });

  it("are those of a role for a web identity", async () => {
    let token = "kubernetes-token-1\n";
    const context = contextOf({
      env: { AWS_WEB_IDENTITY_TOKEN_FILE: "/var/run/token", AWS_ROLE_ARN: "arn:aws:iam::1:role/pod" },
      files: { "/var/run/token": () => token },
      answer: () => stsAnswer("AssumeRoleWithWebIdentity"),
    });
    expect(await machineSession(context, { region })).toEqual(ROLE);
    token = "kubernetes-token-2\n";
    await machineSession(context, { region });
    expect(context.requests.map(formOf).map(({ WebIdentityToken: sent }) => sent)).toEqual([
      "kubernetes-token-1",
      "kubernetes-token-2",
    ]);
    expect(context.requests[0]?.headers.authorization).toBeUndefined();
  });

  it("are those of the role of a container", async () => {
    const expected = { AccessKeyId: "ASIA", SecretAccessKey: "s", Token: "t", Expiration: "2026-11-16T01:00:00Z" };
    const context = contextOf({
      env: {
        AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://169.254.170.23/v1/credentials",
        AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "/var/run/eks",
      },
      files: { "/var/run/eks": "pod-token\n" },
      answer: () => json(expected),
    });
    expect(await machineSession(context, { region })).toEqual({
      accessKeyId: "ASIA",
      secretAccessKey: "s",
      sessionToken: "t",
      expiresAt: Date.UTC(2026, 10, 16, 1),
    });
    expect(context.requests[0]).toMatchObject({ headers: { authorization: "pod-token" } });
    const relative = contextOf({
      env: { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/x" },
      answer: () => json(expected),
    });
    await machineSession(relative, { region });
    expect(relative.requests[0]?.url).toBe("http://169.254.170.2/v2/x");
  });

  it("are those that the program of a profile prints", async () => {
    const session = await sessionOf({
      files: { [CONFIG]: "[default]\ncredential_process = /bin/print --for me\n" },
      run: (command) =>
        command === "/bin/print --for me"
          ? JSON.stringify({ Version: 1, AccessKeyId: "ASIA", SecretAccessKey: "s", SessionToken: "t" })
          : new Error("unknown program"),
    });
    expect(session).toEqual({ accessKeyId: "ASIA", secretAccessKey: "s", sessionToken: "t" });
  });

  const broken: readonly [string, ContextSetup, string][] = [
    [
      "profiles that lead to each other",
      {
        files: {
          [CONFIG]:
            "[default]\nrole_arn = a\nsource_profile = b\n[profile b]\nrole_arn = b\nsource_profile = default\n",
        },
      },
      "the AWS profiles default, b lead to each other",
    ],
    [
      "an address of another machine for the keys of a container",
      { env: { AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://evil.example/" } },
      "AWS_CONTAINER_CREDENTIALS_FULL_URI is neither https nor an address of this machine",
    ],
    [
      "no file for the token of a web identity",
      { env: { AWS_WEB_IDENTITY_TOKEN_FILE: "/gone", AWS_ROLE_ARN: "arn" } },
      "the web identity token file /gone does not exist",
    ],
    [
      "a role that STS denies",
      {
        env: { AWS_WEB_IDENTITY_TOKEN_FILE: "/token", AWS_ROLE_ARN: "arn:aws:iam::1:role/pod" },
        files: { "/token": "canary" },
        answer: ({ body }) => ({
          status: 403,
          text: `<Error><Code>AccessDenied</Code><Message>${body}</Message></Error>`,
        }),
      },
      "AWS STS, asked for the role arn:aws:iam::1:role/pod, responded with 403 (AccessDenied)",
    ],
  ];

  it.each(broken)("cannot be obtained with %s, and the error says why", async (_, setup, message) => {
    const error = await sessionOf(setup).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: "CredentialError", message: expect.stringContaining(message) });
    expect(String(error)).not.toContain("canary");
  });

  it("are requested again if the endpoint fails for a moment", async () => {
    const context = contextOf({
      env: { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/x" },
      answer: (_, count) =>
        [new Error("reset"), { status: 503 }][count - 1] ?? json({ AccessKeyId: "A", SecretAccessKey: "s" }),
    });
    const session = context.clock.turnUntil(machineSession(context, { region }));
    expect(await session).toMatchObject({ accessKeyId: "A" });
  });
});
