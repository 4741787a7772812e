import { InvokeModelCommand } from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { signedHeaders } from "../../src/providers/credentials/aws/sign.ts";
import { SigV4Credentials } from "../../src/providers/credentials/sigv4.ts";
import { signatureProblem } from "../platforms/support/verify-sigv4.ts";
import { signingBedrockClient } from "../support/aws-sdk.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { contextOf } from "./context.ts";

const keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const temporary = { ...keys, sessionToken: "IQoJb3JpZ2luX2VjE//+==" };
const scope = { region: "us-east-1", service: "bedrock" };
const rules = { ...scope, keys: { AKIDEXAMPLE: { secret: keys.secretAccessKey } } };

/** A server that says what is wrong with the signature of each request. */
async function startVerifier(token?: string): Promise<{ url: string; problems: (string | undefined)[] }> {
  const problems: (string | undefined)[] = [];
  const known = { AKIDEXAMPLE: { secret: keys.secretAccessKey, ...(token === undefined ? {} : { token }) } };
  const { url } = await startUpstream((received, response) => {
    problems.push(signatureProblem(received, { ...scope, keys: known, now: Date.now() }));
    answerJson(response, 200, {});
  });
  return { url, problems };
}

describe("the verifier of these tests", () => {
  it.each([undefined, temporary.sessionToken])(
    "accepts what AWS's own SDK signs, with the session token %s",
    async (token) => {
      const { url, problems } = await startVerifier(token);
      const client = signingBedrockClient(url, token === undefined ? keys : temporary);
      const modelId = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
      await client.send(new InvokeModelCommand({ modelId, body: '{"text":"Grüße"}', contentType: "application/json" }));
      expect(problems).toEqual([undefined]);
    },
  );

  it("refuses other keys, other bodies and old signatures", async () => {
    const now = Date.UTC(2026, 10, 16);
    const request = { method: "POST" as const, url: "https://h.example/model/a/invoke", headers: {}, body: "{}" };
    const headers = { host: "h.example", ...(await signedHeaders(request, { keys, ...scope, now })) };
    const received = { method: "POST", url: "/model/a/invoke", headers, body: "{}" };
    expect(signatureProblem(received, { ...rules, now })).toBeUndefined();
    expect(signatureProblem({ ...received, body: "{ }" }, { ...rules, now })).toContain("does not match");
    expect(signatureProblem(received, { ...rules, now: now + 3_600_000 })).toContain("expired");
    expect(signatureProblem(received, { ...rules, now, keys: {} })).toContain("UnrecognizedClient");
  });
});

describe("a signature", () => {
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html, and AWS's test suite of signatures: get-vanilla-query-order-key-case
  it("is that of AWS's test suite", async () => {
    const headers = await signedHeaders(
      { method: "GET", url: "https://example.amazonaws.com/?Param2=value2&Param1=value1" },
      {
        keys: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
        region: "us-east-1",
        service: "service",
        now: Date.UTC(2015, 7, 30, 12, 36, 0),
      },
    );
    expect(headers.authorization).toBe(
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, " +
        "Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    );
  });

  it.each([
    ["/model/anthropic.claude-v1%3A0/invoke", '{"text":"Grüße 👋"}'],
    ["/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A123%3Ainference-profile%2Fmine/invoke-with-response-stream", "{}"],
    ["/foundation-models?byProvider=a%20b&byOutputModality=TEXT", ""],
    ["/a%2Bb/c~d/(e)!*'", "x".repeat(100_000)],
  ])("of %s is right for the request as it is sent", async (path, body) => {
    const { url, problems } = await startVerifier(temporary.sessionToken);
    const request = { method: "POST" as const, url: url + path, headers: {}, body };
    const headers = await signedHeaders(request, { keys: temporary, ...scope, now: Date.now() });
    await fetch(url + path, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body });
    expect(problems).toEqual([undefined]);
  });
});

describe("credentials that sign", () => {
  const request = { method: "POST" as const, url: "https://h.example/model/a/invoke", headers: {}, body: "{}" };

  it("set their clock by AWS's if that says that a signature is old", async () => {
    const context = contextOf({});
    const credentials = new SigV4Credentials(context, { ...scope, keys });
    const sent = await credentials.headersFor(request);
    const date = new Date(context.clock.now() + 3_600_000).toUTCString();
    const refusal = {
      status: 403,
      headers: { "x-amzn-errortype": "InvalidSignatureException:http://x/", date },
    } as const;
    expect(credentials.refused(sent, refusal)).toBe(true);
    const again = await credentials.headersFor(request);
    expect(again["x-amz-date"]).toBe("20261116T010000Z");
    expect(credentials.refused(again, refusal)).toBe(false);
  });

  it("are not renewed for want of a permission", async () => {
    const context = contextOf({ env: { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" } });
    const credentials = new SigV4Credentials(context, scope);
    const sent = await credentials.headersFor(request);
    expect(credentials.refused(sent, { status: 403, headers: { "x-amzn-errortype": "AccessDeniedException" } })).toBe(
      false,
    );
    expect(credentials.refused(sent, { status: 403, headers: { "x-amzn-errortype": "ExpiredTokenException" } })).toBe(
      true,
    );
  });
});
