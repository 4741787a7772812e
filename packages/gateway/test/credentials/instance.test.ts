import { describe, expect, it } from "vitest";
import { machineSession } from "../../src/providers/credentials/aws/index.ts";
import type { TokenRequest } from "../../src/providers/credentials/credentials.ts";
import { SigV4Credentials } from "../../src/providers/credentials/sigv4.ts";
import { type ContextSetup, contextOf, json } from "./context.ts";

const region = "eu-central-1";
const ENDPOINT = "http://169.254.169.254";
const ROLES = `${ENDPOINT}/latest/meta-data/iam/security-credentials/`;

/** The metadata service of an instance with a role: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-security-credentials.html */
function metadataService({ method, url, headers }: TokenRequest, count: number): { status?: number; text?: string } {
  if (url === `${ENDPOINT}/latest/api/token`) {
    const isRight = method === "PUT" && headers["x-aws-ec2-metadata-token-ttl-seconds"] === "21600";
    return isRight ? { text: "imds-token\n" } : { status: 400 };
  }
  if (headers["x-aws-ec2-metadata-token"] !== "imds-token") return { status: 401 };
  if (url === ROLES) return { text: "my-role\n" };
  if (url !== `${ROLES}my-role`) return { status: 404 };
  return json({
    Code: "Success",
    AccessKeyId: `ASIA${count}`,
    SecretAccessKey: "instance/secret",
    Token: "instance-token",
    Expiration: "2026-11-16T06:00:00Z",
  });
}

const KEYS = {
  accessKeyId: "ASIA3",
  secretAccessKey: "instance/secret",
  sessionToken: "instance-token",
  expiresAt: Date.UTC(2026, 10, 16, 6),
};

describe("the role of an EC2 instance", () => {
  it("gives keys where the machine has no others, by the metadata service's second version alone", async () => {
    const files = { "/home/me/.aws/config": "[default]\nregion = us-west-2\n" };
    const context = contextOf({ answer: metadataService, files });
    expect(await machineSession(context, { region })).toEqual(KEYS);
    expect(context.requests.map(({ method }) => method)).toEqual(["PUT", "GET", "GET"]);
    expect(context.secrets).toEqual(["imds-token"]);
  });

  it("is asked at another address, if the environment says so", async () => {
    const at = async (env: Readonly<Record<string, string>>) => {
      const context = contextOf({ env, answer: () => ({ status: 404 }) });
      await machineSession(context, { region }).catch(() => undefined);
      return context.requests[0]?.url;
    };
    expect(await at({ AWS_EC2_METADATA_SERVICE_ENDPOINT: "http://127.0.0.1:1338/" })).toBe(
      "http://127.0.0.1:1338/latest/api/token",
    );
    expect(await at({ AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE: "IPv6" })).toBe(
      "http://[fd00:ec2::254]/latest/api/token",
    );
  });

  it("is renewed before its keys expire, once for all requests", async () => {
    const context = contextOf({ answer: metadataService });
    const credentials = new SigV4Credentials(context, { region, service: "bedrock" });
    const request = { method: "POST" as const, url: "https://h.example/model/m/converse", headers: {}, body: "{}" };
    await Promise.all([credentials.headersFor(request), credentials.headersFor(request)]);
    expect(context.requests).toHaveLength(3);
    context.clock.turn(6 * 3_600_000 - 20_000);
    const [one, other] = await Promise.all([credentials.headersFor(request), credentials.headersFor(request)]);
    expect(context.requests).toHaveLength(6);
    expect(one.authorization).toContain("Credential=ASIA6/");
    expect(other.authorization).toContain("Credential=ASIA6/");
  });

  it("is what another role is assumed with", async () => {
    const config = "[default]\nrole_arn = arn:aws:iam::1:role/r\ncredential_source = Ec2InstanceMetadata\n";
    const context = contextOf({
      files: { "/home/me/.aws/config": config },
      answer: (request, count) => (request.url.startsWith("https://sts.") ? {} : metadataService(request, count)),
    });
    await expect(machineSession(context, { region })).rejects.toThrow("AWS STS responded without keys for the role");
    expect(context.requests.at(-1)?.headers.authorization).toContain("Credential=ASIA3/");
  });

  it("is not asked for the keys of a profile that the config names", async () => {
    const context = contextOf({
      answer: metadataService,
      files: { "/home/me/.aws/config": "[profile a]\nregion = b\n" },
    });
    await expect(machineSession(context, { region, profile: "a" })).rejects.toThrow("no keys of an AWS profile a");
    expect(context.requests).toEqual([]);
  });

  const broken: readonly [string, ContextSetup, string][] = [
    [
      "turned off",
      { env: { AWS_EC2_METADATA_DISABLED: "true" } },
      "this machine has no AWS credentials; set AWS_ACCESS_KEY_ID",
    ],
    [
      "not there",
      { answer: (request, count) => (request.url === ROLES ? { status: 404 } : metadataService(request, count)) },
      "the metadata service of EC2 responded with 404; give the instance a role",
    ],
    [
      "one that cannot be assumed",
      { answer: (request, count) => (count === 3 ? json({ Code: "Failed" }) : metadataService(request, count)) },
      "the metadata service of EC2 has no keys for the role my-role",
    ],
  ];

  it.each(broken)("that is %s is an error that says what to do", async (_, setup, message) => {
    await expect(machineSession(contextOf(setup), { region })).rejects.toThrow(message);
  });

  it("that cannot be reached is an error that says what to set elsewhere", async () => {
    const context = contextOf({ answer: () => new Error("connect failed (ETIMEDOUT)") });
    const failed = machineSession(context, { region }).catch((error: Error) => error.message);
    expect(await context.clock.turnUntil(failed)).toMatch(
      /EC2 cannot be reached \(ETIMEDOUT\); outside of EC2, set AWS_ACCESS_KEY_ID/,
    );
  });
});
